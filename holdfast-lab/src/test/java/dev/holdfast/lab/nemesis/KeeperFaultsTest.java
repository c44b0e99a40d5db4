package dev.holdfast.lab.nemesis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.lab.episode.Episode;
import dev.holdfast.lab.episode.Plan;
import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.episode.Verdict;
import dev.holdfast.lab.keeper.Ensemble;
import dev.holdfast.lab.keeper.KeeperProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said to be wrong with a ZooKeeper ensemble is wrong, and is well again afterwards. */
final class KeeperFaultsTest {
  private static final String LOCK = "holdfast-zookeeper";
  private static final Set<String> SAFETY = Set.of("C1", "C2", "F1", "SET", "LINEAR");

  @TempDir Path folder;

  @Test
  void aFaultIsAFaultAndNobodyIsBesideAnybody() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.goTo(LOCK);
      anotherLeads(rig, "zk-kill-leader");
      anotherLeads(rig, "zk-stop-leader");
      whoIsAloneServesNobody(rig);
      whoseDiskIsFullIsGone(rig);
      Plan plan = new Plan(LOCK, Faults.named("zk-kill-leader"), 1);
      Verdict verdict = new Episode(rig, plan).play();
      assertEquals(
          List.of(),
          verdict.violations().stream().filter(v -> SAFETY.contains(v.check())).toList());
      assertTrue(verdict.sections() > 50, () -> "only " + verdict.sections() + " sections");
    }
  }

  private interface Look {
    void look() throws Exception;
  }

  private static void during(Rig rig, String fault, Look look) throws Exception {
    Nemesis nemesis = Faults.named(fault).make().get();
    try {
      nemesis.inject(rig, new SplittableRandom(1));
      look.look();
    } finally {
      nemesis.heal(rig);
    }
  }

  private static KeeperProcess leader(Rig rig) {
    KeeperProcess first = rig.ensemble().byRank().get(0);
    assertTrue(first.leads(), "somebody leads");
    return first;
  }

  private static void anotherLeads(Rig rig, String fault) throws Exception {
    KeeperProcess before = leader(rig);
    during(rig, fault, () -> until("another leads", () -> !before.leads() && leads(rig)));
    assertTrue(before.serves());
  }

  private static boolean leads(Rig rig) {
    return rig.ensemble().byRank().get(0).leads();
  }

  private static void whoIsAloneServesNobody(Rig rig) throws Exception {
    KeeperProcess alone = leader(rig);
    during(rig, "zk-minority", () -> until("it serves nobody", () -> !alone.serves()));
    assertTrue(alone.serves());
  }

  private static void whoseDiskIsFullIsGone(Rig rig) throws Exception {
    String obstacle = Faults.obstacle(Faults.named("zk-full-disk"));
    assumeTrue(obstacle.isEmpty(), obstacle);
    KeeperProcess before = leader(rig);
    try (Holdfast client =
        Holdfast.connect(Ensemble.url("127.0.0.1", rig.ensemble().ports(), "4s"))) {
      CompletableFuture<Lease> writing = client.mutex("n").acquireAsync();
      during(rig, "zk-full-disk", () -> until("it is gone", () -> !before.serves()));
      writing.get(30, java.util.concurrent.TimeUnit.SECONDS).release();
    }
  }

  private static void until(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, () -> "not within a minute: " + what);
      LockSupport.parkNanos(20_000_000);
    }
  }
}
