package dev.holdfast.lab.nemesis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.lab.episode.Acquittal;
import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.episode.Verdict;
import dev.holdfast.lab.topology.Topology;
import dev.holdfast.servers.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said to be wrong with several servers is wrong, and is well again afterwards. */
@Tag("rest")
final class TopologyFaultsTest {
  private static final Set<String> SAFETY = Set.of("C1", "C2", "F1", "SET", "LINEAR");

  /** Far less than a step of a clock, far more than it takes to ask five servers. */
  private static final long APART_MICROS = 200_000;

  @TempDir Path folder;

  @Test
  void onAQuorumAFaultIsAFaultAndNobodyIsBesideAnybody() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.goTo("holdfast-quorum");
      try (Holdfast client = client(rig, Topology.QUORUM)) {
        during(rig, "quorum-kill-two", () -> assertTrue(grants(client), "three of five grant"));
        during(rig, "quorum-stop-two", () -> assertTrue(grants(client), "three of five grant"));
        during(rig, "quorum-restart-two", () -> assertTrue(grants(client), "three others"));
        during(rig, "quorum-restart-all", () -> assertFalse(grantsNow(client), "all forgot"));
        assertTrue(grantsNow(client), "all are back");
      }
      during(rig, "quorum-clock-jump", () -> assertTrue(clocksApart(rig) > APART_MICROS));
      assertTrue(clocksApart(rig) < APART_MICROS, "the clock is right again");
      nobodyIsBesideAnybody(rig, "holdfast-quorum", "quorum-kill-one");
    }
  }

  @Test
  void behindSentinelsAFaultIsAFaultAndNobodyIsBesideAnybody() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.goTo("holdfast-sentinel");
      replacesTheMaster(rig, "sentinel-kill-master");
      grantsAnewWithAGreaterToken(rig);
      during(rig, "sentinel-kill-replica", () -> assertEquals(1, alive(rig)));
      nobodyIsBesideAnybody(rig, "holdfast-sentinel", "sentinel-stop-master");
    }
  }

  @Test
  void inAClusterAFaultIsAFaultAndNobodyIsBesideAnybody() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.goTo("holdfast-cluster");
      replacesTheMaster(rig, "cluster-kill-master");
      during(rig, "cluster-kill-replica", () -> assertEquals(5, alive(rig)));
      nobodyIsBesideAnybody(rig, "holdfast-cluster", "cluster-resharding");
    }
  }

  private interface Look {
    void look() throws Exception;
  }

  private static void during(Rig rig, String fault, Look look) throws Exception {
    assertEquals("", Faults.obstacle(Faults.named(fault)), "what " + fault + " needs");
    Nemesis nemesis = Faults.named(fault).make().get();
    nemesis.prepare(rig, new SplittableRandom(1));
    try {
      nemesis.inject(rig, new SplittableRandom(1));
      look.look();
    } finally {
      nemesis.heal(rig);
      nemesis.restore(rig);
    }
  }

  private static Holdfast client(Rig rig, Topology topology) {
    LockOptions options =
        LockOptions.defaults().lease(Duration.ofSeconds(1)).patience(Duration.ofSeconds(1));
    return Holdfast.builder(topology.url("127.0.0.1", rig.group().ports(), "jedis"))
        .options(options)
        .build();
  }

  private static boolean grants(Holdfast client) throws InterruptedException {
    try (Lease lease = client.mutex("n").acquire()) {
      return lease.isHeld();
    } catch (StoreException refused) {
      return false;
    }
  }

  private static boolean grantsNow(Holdfast client) {
    try (Lease lease = client.mutex("n").tryAcquire().orElse(null)) {
      return lease != null && lease.isHeld();
    } catch (StoreException refused) {
      return false;
    }
  }

  private static long clocksApart(Rig rig) throws IOException {
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    for (RedisServer server : rig.servers()) {
      List<?> time = (List<?>) server.call("TIME");
      long micros = Long.parseLong("" + time.get(0)) * 1_000_000 + Long.parseLong("" + time.get(1));
      least = Math.min(least, micros);
      most = Math.max(most, micros);
    }
    return most - least;
  }

  private static long alive(Rig rig) {
    return rig.servers().stream().filter(RedisServer::isAlive).count();
  }

  private static void replacesTheMaster(Rig rig, String fault) throws Exception {
    String before = rig.group().constellation();
    during(rig, fault, () -> assertNotEquals(before, rig.group().constellation()));
  }

  /** What the replica has missed of a hold is forgotten, but tokens grow all the same. */
  private static void grantsAnewWithAGreaterToken(Rig rig) throws Exception {
    try (Holdfast client = client(rig, Topology.SENTINEL)) {
      Lease before = client.mutex("n").acquire();
      before.release();
      during(rig, "sentinel-stale-replica", () -> assertTrue(grants(client), "the replica grants"));
      try (Lease after = client.mutex("n").acquire()) {
        assertTrue(after.token() > before.token(), "tokens grow");
      }
    }
  }

  private static void nobodyIsBesideAnybody(Rig rig, String lock, String fault) throws Exception {
    Verdict unused = Acquittal.of(rig, lock, fault, SAFETY);
  }
}
