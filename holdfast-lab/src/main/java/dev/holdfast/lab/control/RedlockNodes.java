package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.RedisServer;
import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.nemesis.Nemesis;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Three servers of their own for D9, and their fault, if there is one: two of them are restarted at
 * once and come back without what they knew, as nothing persists it.
 */
final class RedlockNodes implements Nemesis {
  /** The file, beside the episode's folder, in which its clients read which ports there are. */
  static final String PORTS = "redlock.ports";

  private static final int NODES = 3;

  private final boolean restart;
  private final List<RedisServer> servers = new ArrayList<>();

  RedlockNodes(boolean restart) {
    this.restart = restart;
  }

  @Override
  public void prepare(Rig rig, SplittableRandom random) throws IOException {
    for (int i = 0; i < NODES; i++) {
      servers.add(new RedisServer(rig.folder().resolve("node" + i)));
    }
    Files.write(
        rig.folder().resolve(PORTS), servers.stream().map(s -> String.valueOf(s.port())).toList());
  }

  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    if (restart) {
      int spared = random.nextInt(NODES);
      List<RedisServer> hit = new ArrayList<>(servers);
      hit.remove(spared);
      rig.note("all nodes but " + spared + " are restarted");
      hit.forEach(RedisServer::kill);
      for (RedisServer server : hit) {
        server.start();
      }
    }
  }

  @Override
  public void heal(Rig rig) {}

  @Override
  public void restore(Rig rig) {
    servers.forEach(RedisServer::close);
  }
}
