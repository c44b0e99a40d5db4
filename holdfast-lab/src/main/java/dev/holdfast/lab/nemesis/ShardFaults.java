package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import dev.holdfast.servers.RedisCluster;
import dev.holdfast.servers.RedisServer;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** The faults of a cluster of three masters, each with a replica. */
final class ShardFaults {
  private static final String PREFIX = "cluster-";
  private static final int EVERY_MILLIS = 50;

  private ShardFaults() {}

  static List<Fault> make() {
    return List.of(
        fault(
            "kill-master",
            "a master is killed, and its replica takes its place",
            () -> new LostMaster(LostMaster.Way.KILLED)),
        fault(
            "stop-master",
            "a master stands still, its replica takes its place, and it goes on",
            () -> new LostMaster(LostMaster.Way.STOPPED)),
        fault(
            "stale-replica",
            "a master is killed, and its replica has missed the last of what it knew",
            () -> new LostMaster(LostMaster.Way.MISSED)),
        fault("kill-replica", "a replica is killed", KilledReplica::new),
        fault("resharding", "slots are moved to and fro", Resharding::new));
  }

  private static Fault fault(String id, String sentence, Supplier<Nemesis> make) {
    return new Fault(PREFIX + id, TopologyFaults.GROUP, sentence, true, make);
  }

  private static RedisCluster shards(Rig rig) {
    return (RedisCluster) rig.group();
  }

  private record KilledReplica() implements Nemesis {
    @Override
    public void inject(Rig rig, SplittableRandom random) throws IOException {
      List<RedisServer> masters = shards(rig).followedMasters();
      RedisServer replica = shards(rig).replicaOf(masters.get(random.nextInt(masters.size())));
      rig.note(replica + " is killed");
      replica.kill();
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

  /** The slots of names in use are moved, one after the other. */
  private static final class Resharding implements Nemesis {
    private final Nemesis meddler =
        new Lasting(
            new Meddler<>(
                rig -> rig, "slots are moved", EVERY_MILLIS, (rig, r, over) -> move(rig, r)),
            2_500);

    @Override
    public void inject(Rig rig, SplittableRandom random) throws IOException {
      meddler.inject(rig, random);
    }

    private static void move(Rig rig, SplittableRandom random) throws IOException {
      List<RedisServer> masters = shards(rig).masters();
      RedisServer from = masters.get(random.nextInt(masters.size()));
      masters.remove(from);
      RedisServer to = masters.get(random.nextInt(masters.size()));
      if (from.call("KEYS", "hf1:" + rig.namespace() + ":*") instanceof List<?> keys
          && !keys.isEmpty()) {
        String key = String.valueOf(keys.get(random.nextInt(keys.size())));
        String slot = String.valueOf(from.call("CLUSTER", "KEYSLOT", key));
        shards(rig).move(Integer.parseInt(slot), from, to);
      }
    }

    @Override
    public void heal(Rig rig) throws IOException {
      meddler.heal(rig);
      shards(rig).closeSlots();
    }

    @Override
    public void restore(Rig rig) throws IOException {
      rig.group().settle();
    }
  }
}
