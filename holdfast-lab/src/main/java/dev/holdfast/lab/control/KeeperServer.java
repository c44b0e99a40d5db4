package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.nemesis.Nemesis;
import dev.holdfast.servers.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.util.SplittableRandom;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;
import org.jspecify.annotations.Nullable;

/** A real ZooKeeper server for D14, which looks for sessions that are over often enough. */
final class KeeperServer implements Nemesis {
  /** The file, beside the episode's folder, in which its clients read which port it has. */
  static final String PORT = "zookeeper.port";

  /** A session may last from 2 to 20 of them. */
  private static final int TICK_MILLIS = 100;

  private @Nullable TestingServer server;

  @Override
  public void prepare(Rig rig, SplittableRandom random) throws IOException {
    InstanceSpec spec =
        new InstanceSpec(
            rig.folder().resolve("zookeeper").toFile(),
            Ports.free(),
            -1,
            -1,
            true,
            -1,
            TICK_MILLIS,
            -1);
    try {
      TestingServer started = new TestingServer(spec, true);
      server = started;
      Files.writeString(rig.folder().resolve(PORT), String.valueOf(started.getPort()));
    } catch (Exception broken) {
      throw new IOException("ZooKeeper does not start", broken);
    }
  }

  @Override
  public void inject(Rig rig, SplittableRandom random) {}

  @Override
  public void heal(Rig rig) {}

  @Override
  public void restore(Rig rig) throws IOException {
    if (server != null) {
      server.close();
    }
  }
}
