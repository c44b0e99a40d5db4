package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import dev.holdfast.servers.RedisGroup;
import dev.holdfast.servers.RedisServer;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;

/** A master is lost, until its replica has been put in its place; then it comes back. */
final class LostMaster implements Nemesis {
  /** How it is lost. */
  enum Way {
    KILLED,
    STOPPED,
    /** Killed, after its replica has missed what was written lately. */
    MISSED
  }

  private static final int LEAST_MISSED_MILLIS = 150;
  private static final int MOST_MISSED_MILLIS = 600;

  private final Way way;

  LostMaster(Way way) {
    this.way = way;
  }

  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    RedisGroup group = rig.group();
    List<RedisServer> masters = group.followedMasters();
    RedisServer master = masters.get(random.nextInt(masters.size()));
    RedisServer replica = group.replicaOf(master);
    switch (way) {
      case KILLED -> {
        rig.note("the master " + master + " is killed");
        master.kill();
      }
      case STOPPED -> {
        rig.note("the master " + master + " is stopped");
        master.pause();
      }
      case MISSED -> missed(rig, master, replica, random);
    }
    group.awaitPromotion(replica);
    rig.note("the replica " + replica + " is the master now");
  }

  private static void missed(
      Rig rig, RedisServer master, RedisServer replica, SplittableRandom random)
      throws IOException {
    replica.pause();
    try {
      // What was sent to it would still arrive when its time goes on.
      master.call("CLIENT", "KILL", "TYPE", "replica");
      int millis = random.nextInt(LEAST_MISSED_MILLIS, MOST_MISSED_MILLIS);
      Meddler.pause(millis * 1_000_000L, () -> false);
      rig.note("the master " + master + " is killed, whose replica has missed " + millis + " ms");
      master.kill();
    } finally {
      replica.resume();
    }
  }

  @Override
  public void heal(Rig rig) throws IOException {
    rig.note("the former master comes back");
    rig.group().resume();
    rig.group().start();
  }

  @Override
  public void restore(Rig rig) throws IOException {
    rig.group().settle();
  }
}
