package dev.holdfast.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import dev.holdfast.servers.RedisCluster;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.LockStore;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What holders and waiters see while a real cluster loses masters, and while its slots move. */
public abstract class RedisClusterFailureTests extends AdapterTests {
  private static final LockOptions TEN_SECONDS =
      LockOptions.defaults().lease(Duration.ofSeconds(10));
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static RedisCluster cluster;

  private LockStore store;
  private Holdfast mine;
  private Holdfast other;

  @BeforeAll
  static void start() {
    cluster = RedisCluster.started(1);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @BeforeEach
  void connect() throws Exception {
    cluster.settle();
    store = store(cluster.url());
    mine = Holdfast.builder(store).name("mine").build();
    other = Holdfast.builder(store).name("other").build();
  }

  @AfterEach
  void close() {
    mine.close();
    other.close();
    store.close();
  }

  private static RedisServer someMaster() throws IOException {
    return cluster.masters().get(0);
  }

  private static RedisServer anotherMaster(RedisServer than) throws IOException {
    return cluster.masters().stream().filter(node -> node != than).findFirst().orElseThrow();
  }

  @Test
  void eachShardsReplicaAcknowledgesWhatIsThere() throws Exception {
    LockOptions safe = TEN_SECONDS.acknowledgedBy(1, Duration.ofSeconds(5));
    for (RedisServer master : cluster.masters()) {
      String name = ClusterNames.nameAt(cluster, master, "", "acknowledged");
      try (Lease lease = mine.mutex(name, safe).acquire(PATIENCE)) {
        assertTrue(lease.isHeld());
      }
      assertTrue(
          master.ask("INFO", "commandstats").toString().contains("cmdstat_wait:"), name + " waits");
    }
  }

  @Test
  void aLeaseOutlivesAFailoverToAReplicaThatHasIt() throws Exception {
    RedisServer master = someMaster();
    String name = ClusterNames.nameAt(cluster, master, "", "kept");
    String elsewhere = ClusterNames.nameAt(cluster, anotherMaster(master), "", "elsewhere");
    String next = ClusterNames.nameAt(cluster, master, "", "next");
    Lease lease = mine.mutex(name, TEN_SECONDS).acquire();
    RedisServer replica = cluster.caughtUpReplicaOf(master);
    master.kill();
    AtomicBoolean promoted = new AtomicBoolean();
    try (var threads = new Threads()) {
      Future<Integer> others =
          threads.submit(
              () -> {
                int sections = 0;
                while (!promoted.get()) {
                  // A shard that is down delays nobody whose name is at another one.
                  try (Lease section =
                      other.mutex(elsewhere).tryAcquire(Duration.ofMillis(900)).orElseThrow()) {
                    sections += section.isHeld() ? 1 : 0;
                  }
                }
                return sections;
              });
      cluster.awaitPromotion(replica);
      long done = System.nanoTime();
      try (Lease first = other.mutex(next).acquire(PATIENCE)) {
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - done);
        System.getLogger("failover").log(System.Logger.Level.INFO, "first grant: {0} ms", millis);
        assertTrue(first.isHeld());
        assertTrue(millis < 2_500, "first grant " + millis + " ms after the failover");
      } finally {
        promoted.set(true);
      }
      assertTrue(others.get(10, TimeUnit.SECONDS) > 0);
    }
    Awaitility.await("it is renewed at the new master")
        .atMost(PATIENCE)
        .until(() -> lease.remaining().compareTo(Duration.ofSeconds(9)) > 0);
    assertTrue(lease.isHeld());
    assertTrue(other.mutex(name).tryAcquire().isEmpty());
    lease.close();
    other.mutex(name).tryAcquire().orElseThrow().close();
  }

  @Test
  void whoHasALeaseThatTheReplicaMissedIsToldAndTheNextTokenIsGreater() throws Exception {
    RedisServer master = someMaster();
    String name = ClusterNames.nameAt(cluster, master, "", "missed");
    mine.mutex(name).acquire().close();
    RedisServer replica = cluster.caughtUpReplicaOf(master);
    replica.pause();
    AtomicReference<Loss> loss = new AtomicReference<>();
    Lease lease;
    try {
      // What was sent to it would still arrive when its time goes on.
      master.ask("CLIENT", "KILL", "TYPE", "replica");
      lease = mine.mutex(name, TEN_SECONDS).acquire();
      lease.onLost(loss::set);
      master.kill();
    } finally {
      replica.resume();
    }
    cluster.awaitPromotion(replica);
    Duration left = lease.remaining();
    Awaitility.await("the holder is told before its deadline")
        .atMost(left.plusMillis(500))
        .until(() -> loss.get() != null);
    assertFalse(lease.isHeld());
    try (Lease next = other.mutex(name).acquire(PATIENCE)) {
      assertTrue(next.token() > lease.token(), next.token() + " after " + lease.token());
    }
  }

  @Test
  void aShardThatDoesNotAnswerDelaysNoRenewalAtTheOthers() throws Exception {
    RedisServer silent = someMaster();
    RedisServer itsReplica = cluster.caughtUpReplicaOf(silent);
    LockOptions twoSeconds = LockOptions.defaults().lease(Duration.ofSeconds(2));
    List<Lease> theirs = new ArrayList<>();
    List<Lease> others = new ArrayList<>();
    AtomicInteger lostElsewhere = new AtomicInteger();
    for (int i = 0; i < 60; i++) {
      String name = "many" + i;
      boolean isSilent = ClusterNames.masterOf(cluster, "", name) == silent;
      Lease lease = mine.mutex(name, twoSeconds).acquire();
      (isSilent ? theirs : others).add(lease);
      if (!isSilent) {
        lease.onLost(loss -> lostElsewhere.incrementAndGet());
      }
    }
    assertFalse(theirs.isEmpty() || others.isEmpty());
    itsReplica.pause();
    silent.pause();
    try {
      Awaitility.await("the leases of the silent shard end")
          .atMost(PATIENCE)
          .until(() -> theirs.stream().noneMatch(Lease::isHeld));
      // Two more leases long, in which everybody else is renewed several times.
      long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(4);
      Awaitility.await().atMost(PATIENCE).until(() -> System.nanoTime() > until);
      assertEquals(0, lostElsewhere.get());
      assertTrue(others.stream().allMatch(Lease::isHeld));
    } finally {
      silent.resume();
      itsReplica.resume();
    }
    others.forEach(Lease::close);
  }

  @Test
  void slotsMoveWhileTheirNamesAreInUse() throws Exception {
    List<String> names = IntStream.range(0, 6).mapToObj(i -> "moving" + i).toList();
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger sections = new AtomicInteger();
    Lease lasting = mine.mutex("moving-lease", TEN_SECONDS).acquire();
    try (var threads = new Threads()) {
      List<Future<?>> users = new ArrayList<>();
      for (Holdfast client : List.of(mine, other)) {
        for (String name : names) {
          DistributedLock lock = client.mutex(name);
          users.add(
              threads.submit(
                  () -> {
                    long last = 0;
                    while (!over.get()) {
                      try (Lease lease = lock.acquire(PATIENCE)) {
                        if (name.equals(names.get(0))) {
                          assertEquals(1, inside.incrementAndGet(), "two are inside");
                          inside.decrementAndGet();
                        }
                        assertTrue(lease.token() > last);
                        last = lease.token();
                        sections.incrementAndGet();
                      }
                    }
                    return null;
                  }));
        }
      }
      for (int round = 0; round < 3; round++) {
        for (String name : names) {
          ClusterNames.move(
              cluster, "", name, anotherMaster(ClusterNames.masterOf(cluster, "", name)));
        }
        RedisServer there = anotherMaster(ClusterNames.masterOf(cluster, "", "moving-lease"));
        ClusterNames.move(cluster, "", "moving-lease", there);
        int before = sections.get();
        Awaitility.await().atMost(PATIENCE).until(() -> sections.get() > before + 100);
      }
      over.set(true);
      for (Future<?> user : users) {
        user.get(30, TimeUnit.SECONDS);
      }
    }
    lasting.ensure(Duration.ofSeconds(9));
    assertTrue(lasting.isHeld());
    assertTrue(other.mutex("moving-lease").tryAcquire().isEmpty());
    lasting.close();
  }

  @Test
  void aSubscriptionMovesWhenItsServerIsLost() throws Exception {
    try (VerbsForTests client = new VerbsForTests(store, "moves")) {
      RedisServer first = listener(client);
      assertNotNull(first);
      int before = client.listener.changes.get();
      first.kill();
      Awaitility.await()
          .atMost(PATIENCE)
          .until(
              () -> {
                RedisServer now = listener(client);
                return now != null && now != first;
              });
      Awaitility.await().atMost(PATIENCE).until(() -> client.listener.changes.get() > before);
    }
  }

  private static RedisServer listener(VerbsForTests client) {
    return cluster.servers().stream()
        .filter(RedisServer::isAlive)
        .filter(node -> client.isHeardAt(node))
        .findFirst()
        .orElse(null);
  }

  /** Threads that are joined. */
  private static final class Threads implements AutoCloseable {
    private final ExecutorService pool = Executors.newCachedThreadPool();

    <T> Future<T> submit(java.util.concurrent.Callable<T> task) {
      return pool.submit(task);
    }

    @Override
    public void close() {
      pool.shutdownNow();
      try {
        assertTrue(pool.awaitTermination(30, TimeUnit.SECONDS));
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
