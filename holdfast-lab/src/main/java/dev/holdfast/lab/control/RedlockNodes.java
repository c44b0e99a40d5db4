package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.episode.ShiftedClock;
import dev.holdfast.lab.nemesis.Nemesis;
import dev.holdfast.servers.Ports;
import dev.holdfast.servers.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Three servers of their own for D9, which persist nothing, and what happens to two of them. */
final class RedlockNodes implements Nemesis {
  /** What happens to two of three at once. */
  enum Harm {
    NONE,
    /** They are restarted, and come back without what they knew. */
    RESTART,
    /** Their clocks jump ahead, so that what they have granted is over there. */
    CLOCK_JUMP
  }

  /** The file, beside the episode's folder, in which its clients read which ports there are. */
  static final String PORTS = "redlock.ports";

  private static final int NODES = 3;

  /** Longer than any lease of the lab. */
  private static final long JUMP_MILLIS = 2_000;

  private final Harm harm;
  private final List<RedisServer> servers = new ArrayList<>();
  private final List<ShiftedClock> clocks = new ArrayList<>();

  RedlockNodes(Harm harm) {
    this.harm = harm;
  }

  @Override
  public void prepare(Rig rig, SplittableRandom random) throws IOException {
    for (int port : Ports.free(NODES)) {
      Path own = Files.createDirectories(rig.folder().resolve("node" + servers.size()));
      servers.add(RedisServer.startedIn(own, port, List.of(), environment(own)));
    }
    Files.write(
        rig.folder().resolve(PORTS), servers.stream().map(s -> String.valueOf(s.port())).toList());
  }

  private Map<String, String> environment(Path folder) throws IOException {
    if (harm != Harm.CLOCK_JUMP) {
      return Map.of();
    }
    ShiftedClock clock = new ShiftedClock(folder.resolve("clock"));
    clocks.add(clock);
    return clock.environment();
  }

  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    int spared = random.nextInt(NODES);
    switch (harm) {
      case NONE -> {}
      case RESTART -> restart(rig, spared);
      case CLOCK_JUMP -> jump(rig, spared);
    }
  }

  private void restart(Rig rig, int spared) throws IOException {
    List<RedisServer> hit = new ArrayList<>(servers);
    hit.remove(spared);
    rig.note("all nodes but " + spared + " are restarted");
    hit.forEach(RedisServer::kill);
    for (RedisServer server : hit) {
      server.start();
    }
  }

  private void jump(Rig rig, int spared) throws IOException {
    List<ShiftedClock> hit = new ArrayList<>(clocks);
    hit.remove(spared);
    rig.note("the clocks of all nodes but " + spared + " jump by " + JUMP_MILLIS + " ms");
    for (ShiftedClock clock : hit) {
      clock.shift(JUMP_MILLIS);
    }
  }

  @Override
  public void heal(Rig rig) {}

  @Override
  public void restore(Rig rig) {
    servers.forEach(RedisServer::close);
  }
}
