package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import dev.holdfast.servers.RedisSentinels;
import dev.holdfast.servers.RedisServer;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** The faults of a master with a replica, and of their Sentinels. */
final class SentinelFaults {
  private static final String PREFIX = "sentinel-";

  private SentinelFaults() {}

  static List<Fault> make() {
    return List.of(
        fault(
            "kill-master",
            "the master is killed, and its replica put in its place",
            () -> new LostMaster(LostMaster.Way.KILLED)),
        fault(
            "stop-master",
            "the master stands still, its replica is put in its place, and it goes on",
            () -> new LostMaster(LostMaster.Way.STOPPED)),
        fault(
            "stale-replica",
            "the master is killed, and its replica has missed the last of what it knew",
            () -> new LostMaster(LostMaster.Way.MISSED)),
        fault("kill-replica", "the replica is killed", () -> new Killed(false)),
        fault("kill-sentinel", "a Sentinel is killed", () -> new Killed(true)));
  }

  private static Fault fault(String id, String sentence, Supplier<Nemesis> make) {
    return new Fault(PREFIX + id, TopologyFaults.GROUP, sentence, true, make);
  }

  /** A Sentinel is killed, or the replica. */
  private record Killed(boolean sentinel) implements Nemesis {
    @Override
    public void inject(Rig rig, SplittableRandom random) throws IOException {
      RedisSentinels group = (RedisSentinels) rig.group();
      List<RedisServer> sentinels = group.sentinels();
      RedisServer killed =
          sentinel ? sentinels.get(random.nextInt(sentinels.size())) : group.replica();
      rig.note(killed + " is killed");
      killed.kill();
    }

    @Override
    public void heal(Rig rig) throws IOException {
      rig.group().start();
    }

    @Override
    public void restore(Rig rig) throws IOException {
      rig.group().settle();
    }
  }
}
