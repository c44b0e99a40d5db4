package dev.holdfast.lab.nemesis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.StoreException;
import dev.holdfast.lab.cluster.Service;
import dev.holdfast.lab.episode.Acquittal;
import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.episode.Verdict;
import dev.holdfast.servers.ClusterMember;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said to be wrong with a cluster is wrong, and is well again afterwards. */
@Tag("rest")
final class ClusterFaultsTest {
  private static final Set<String> SAFETY = Set.of("C1", "C2", "F1", "SET", "LINEAR");

  @TempDir Path folder;

  @Test
  void onZooKeeperAFaultIsAFaultAndNobodyIsBesideAnybody() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.goTo("holdfast-zookeeper");
      anotherLeads(rig, "zk-part-leader");
      whoIsAloneServesNobody(rig);
      whoseDiskIsFullIsGone(rig, Service.ZOOKEEPER);
      nobodyIsBesideAnybody(rig, "holdfast-zookeeper", "zk-kill-leader");
    }
  }

  @Test
  void onEtcdAFaultIsAFaultAndNobodyIsBesideAnybody() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.goTo("holdfast-etcd");
      anotherLeads(rig, "etcd-part-leader");
      whoseDiskIsFullIsGone(rig, Service.ETCD);
      whereThereIsNoSpaceNothingIsWritten(rig);
      whoseSessionIsEndedIsTold(rig);
      nobodyIsBesideAnybody(rig, "holdfast-etcd", "etcd-kill-leader");
    }
  }

  private interface Look {
    void look() throws Exception;
  }

  /** What is looked for while members are harmed, the first of which is this one. */
  private interface LookAt {
    void look(ClusterMember harmed) throws Exception;
  }

  private static void during(Rig rig, String fault, Look look) throws Exception {
    during(rig, fault, made(fault), look);
  }

  /**
   * The same for one that harms members. An election may come between a look at who leads and the
   * fault, so that the fault itself says whom it harmed.
   */
  private static ClusterMember duringHarm(Rig rig, String fault, LookAt look) throws Exception {
    HarmedServers harm = (HarmedServers) made(fault);
    during(rig, fault, harm, () -> look.look(harm.harmed().get(0)));
    return harm.harmed().get(0);
  }

  private static void during(Rig rig, String fault, Nemesis nemesis, Look look) throws Exception {
    String obstacle = Faults.obstacle(Faults.named(fault));
    assertEquals("", obstacle, "what " + fault + " needs");
    nemesis.prepare(rig, new SplittableRandom(1));
    try {
      nemesis.inject(rig, new SplittableRandom(1));
      look.look();
    } finally {
      nemesis.heal(rig);
      nemesis.restore(rig);
    }
  }

  /** What follows from it is looked for here, however long it takes. */
  private static Nemesis made(String fault) {
    Nemesis nemesis = Faults.named(fault).make().get();
    return nemesis instanceof Lasting lasting ? lasting.fault() : nemesis;
  }

  private static boolean anotherLeads(Rig rig, ClusterMember harmed) {
    ClusterMember first = rig.cluster().byRank().get(0);
    return first != harmed && first.leads();
  }

  private static void anotherLeads(Rig rig, String fault) throws Exception {
    ClusterMember before =
        duringHarm(
            rig,
            fault,
            harmed ->
                until(
                    "another leads than " + harmed,
                    () -> !harmed.leads() && anotherLeads(rig, harmed)));
    until("it is back", before::serves);
  }

  private static void whoIsAloneServesNobody(Rig rig) throws Exception {
    ClusterMember alone =
        duringHarm(
            rig, "zk-minority", harmed -> until(harmed + " serves nobody", () -> !harmed.serves()));
    until("it is back", alone::serves);
  }

  private static Holdfast client(Rig rig, Service service) {
    return Holdfast.connect(service.url("127.0.0.1", rig.cluster().ports(), "4s"));
  }

  private static void whoseDiskIsFullIsGone(Rig rig, Service service) throws Exception {
    try (Holdfast client = client(rig, service)) {
      CompletableFuture<Lease> writing = client.mutex("n").acquireAsync();
      ClusterMember unused =
          duringHarm(
              rig,
              service.prefix() + "full-disk",
              harmed -> until(harmed + " is gone", () -> !harmed.serves()));
      writing.get(30, TimeUnit.SECONDS).release();
    }
  }

  private static void whereThereIsNoSpaceNothingIsWritten(Rig rig) throws Exception {
    try (Holdfast client = client(rig, Service.ETCD)) {
      during(
          rig,
          "etcd-no-space",
          () -> until("a lock is refused", () -> refusal(client).contains("space exceeded")));
    }
  }

  private static String refusal(Holdfast client) {
    try {
      client.mutex("n").tryAcquire().ifPresent(Lease::close);
      return "";
    } catch (StoreException refused) {
      return String.valueOf(refused.getMessage());
    }
  }

  private static void whoseSessionIsEndedIsTold(Rig rig) throws Exception {
    try (Holdfast client = client(rig, Service.ETCD)) {
      Lease lease = client.mutex("n").acquire();
      during(rig, "etcd-revoke", () -> until("the lease is lost", () -> !lease.isHeld()));
    }
  }

  private static void nobodyIsBesideAnybody(Rig rig, String lock, String fault) throws Exception {
    Verdict unused = Acquittal.of(rig, lock, fault, SAFETY);
  }

  private static void until(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, () -> "not within a minute: " + what);
      LockSupport.parkNanos(20_000_000);
    }
  }
}
