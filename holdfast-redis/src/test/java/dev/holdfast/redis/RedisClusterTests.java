package dev.holdfast.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.redis.internal.protocol.RedisExceptions;
import dev.holdfast.servers.RedisCluster;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What the kit does not ask of a cluster: users, lists, clients of others. */
public abstract class RedisClusterTests extends AdapterTests {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final RedisCluster cluster = RedisCluster.shared();

  /** A client of the adapter's library for this cluster, to be closed by the test. */
  protected abstract AutoCloseable client(List<RedisServer> nodes);

  /** A store over such a client. */
  protected abstract LockStore over(AutoCloseable client);

  /** Whether the client still works. */
  protected abstract boolean works(AutoCloseable client);

  @Test
  void aUserNeedsTwoRightsMore() throws Exception {
    for (RedisServer node : cluster.servers()) {
      List<Object> words = new ArrayList<>(List.of("ACL", "SETUSER", "locks", "reset"));
      words.addAll(List.of("on", ">secret"));
      words.addAll(List.of(RedisExceptions.RIGHTS.split(" ", -1)));
      words.addAll(List.of("+cluster", "+asking"));
      node.ask(words.toArray());
    }
    String url = cluster.url().replace("//", "//locks:secret@") + "/";
    try (LockStore store = store(url)) {
      assertFalse(store.toString().contains("secret"), store.toString());
      useIt(store, "acl");
    }
  }

  private static void useIt(LockStore store, String namespace) throws Exception {
    try (Holdfast mine = Holdfast.builder(store).namespace(namespace).build();
        Holdfast other = Holdfast.builder(store).namespace(namespace).build()) {
      for (int i = 0; i < 10; i++) {
        String name = "n" + i;
        Lease lease = mine.mutex(name).acquire();
        CompletableFuture<Lease> next = other.mutex(name).acquireAsync();
        Awaitility.await().until(() -> !mine.inspect(name).waiters().isEmpty());
        lease.close();
        Lease handed = next.get(10, TimeUnit.SECONDS);
        assertTrue(handed.token() > lease.token());
        handed.close();
      }
      try (Lease all =
          mine.all(List.of("a", "b", "c", "d", "e")).tryAcquire(PATIENCE).orElseThrow()) {
        assertTrue(all.isHeld());
        assertTrue(other.mutex("c").tryAcquire().isEmpty());
      }
      Lease again = other.mutex("c").tryAcquire(PATIENCE).orElseThrow();
      again.close();
    }
  }

  @Test
  void namesOfAllMastersAreListed() {
    Set<String> names =
        IntStream.range(0, 60).mapToObj(i -> "listed " + i).collect(Collectors.toSet());
    try (LockStore store = store(cluster.url());
        VerbsForTests client = new VerbsForTests(store, "list")) {
      List<String> attempts = names.stream().map(client::take).toList();
      assertEquals(60, attempts.size());
      assertEquals(
          new TreeSet<>(names), new TreeSet<>(VerbsForTests.answer(client.session.names(1_000))));
      assertEquals(7, VerbsForTests.answer(client.session.names(7)).size());
      for (String attempt : attempts) {
        assertTrue(attempt.startsWith("c/"));
      }
    }
  }

  @Test
  void namesAreSpreadOverTheMasters() {
    Set<RedisServer> masters =
        IntStream.range(0, 20)
            .mapToObj(i -> ClusterNames.masterOf(cluster, "", "same" + i))
            .collect(Collectors.toSet());
    assertEquals(RedisCluster.MASTERS, masters.size());
  }

  @Test
  void namesThatAreEqualUpToAClosingBraceAreTakenInOneOperation() {
    try (LockStore store = store(cluster.url());
        VerbsForTests client = new VerbsForTests(store, "braces")) {
      List<Standing> together =
          VerbsForTests.answer(
              client.session.acquireAll(client.requests(false, "{x}a", "{x}b", "{x}c")));
      assertTrue(together.stream().allMatch(Standing.Holding.class::isInstance));
      List<Standing> apart =
          VerbsForTests.answer(client.session.acquireAll(client.requests(false, "a", "b", "c")));
      assertInstanceOf(Standing.Holding.class, apart.get(0));
      assertInstanceOf(Standing.Absent.class, apart.get(2));
    }
  }

  @Test
  void aPushReachesItsClientFromAnyMaster() {
    try (LockStore store = store(cluster.url());
        VerbsForTests holder = new VerbsForTests(store, "push");
        VerbsForTests waiter = new VerbsForTests(store, "push")) {
      Awaitility.await()
          .until(() -> cluster.servers().stream().anyMatch(node -> waiter.isHeardAt(node)));
      for (RedisServer master : cluster.servers()) {
        String name = ClusterNames.nameAt(cluster, master, "push", "pushed");
        String attempt = holder.take(name);
        String next = waiter.join(name);
        assertTrue(holder.release(name, attempt));
        Awaitility.await().atMost(PATIENCE).until(() -> waiter.listener.granted.contains(next));
        assertInstanceOf(Standing.Holding.class, waiter.renew(name, next));
      }
    }
  }

  @Test
  void aClientThatIsHandedInStaysItsOwners() throws Exception {
    try (AutoCloseable client = client(cluster.servers())) {
      try (LockStore store = over(client)) {
        useIt(store, "given");
      }
      assertTrue(works(client));
    }
  }

  @Test
  void aHolderRidesOutAClusterThatIsDown() throws Exception {
    RedisServer node = cluster.servers().get(0);
    String name = ClusterNames.nameAt(cluster, node, "", "ridden-out-");
    int slot = cluster.slotOf(node);
    LockOptions lease = LockOptions.defaults().lease(Duration.ofSeconds(4));
    try (LockStore store = store(cluster.url());
        Holdfast mine = Holdfast.builder(store).options(lease).build();
        Holdfast other = Holdfast.over(store)) {
      Lease held = mine.mutex(name).acquire();
      node.ask("CONFIG", "SET", "cluster-require-full-coverage", "yes");
      node.ask("CLUSTER", "DELSLOTS", slot);
      try {
        await(() -> node.ask("CLUSTER", "INFO").toString().contains("cluster_state:fail"));
        StoreException down =
            assertThrows(StoreException.class, () -> other.mutex(name).tryAcquire());
        assertTrue(down.isTransient() && down.getMessage().contains("CLUSTERDOWN"), down::toString);
        await(() -> held.remaining().compareTo(Duration.ofSeconds(2)) < 0);
        assertTrue(held.isHeld());
      } finally {
        node.ask("CLUSTER", "ADDSLOTS", slot);
        node.ask("CONFIG", "SET", "cluster-require-full-coverage", "no");
      }
      await(() -> held.remaining().compareTo(Duration.ofSeconds(3)) > 0);
      held.release();
      assertTrue(other.mutex(name).tryAcquire(PATIENCE).isPresent());
    }
  }

  private static void await(java.util.concurrent.Callable<Boolean> is) {
    Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(is);
  }

  @Test
  void doctorSaysThatItIsACluster() {
    Examination examination =
        new Examination("x", Duration.ofSeconds(60), System::nanoTime, System::currentTimeMillis);
    try (LockStore store = store(cluster.url())) {
      List<Finding> findings = store.examine(examination);
      for (String fine : List.of("rights", "a lock", "pushes", "version")) {
        assertEquals(Finding.Level.OK, of(findings, fine).level(), findings.toString());
      }
      assertTrue(of(findings, "cluster").toString().contains("3 masters"), findings.toString());
      assertTrue(findings.stream().noneMatch(f -> f.subject().equals("coverage")));
      cluster
          .servers()
          .forEach(n -> n.ask("CONFIG", "SET", "cluster-require-full-coverage", "yes"));
      assertEquals(Finding.Level.WARNING, of(store.examine(examination), "coverage").level());
    } finally {
      cluster.servers().forEach(n -> n.ask("CONFIG", "SET", "cluster-require-full-coverage", "no"));
    }
  }

  private static Finding of(List<Finding> findings, String subject) {
    return findings.stream().filter(f -> f.subject().equals(subject)).findFirst().orElseThrow();
  }

  @Test
  void whoNamesANodeAsASingleServerIsToldWhatToSay() {
    RedisServer node = cluster.servers().get(0);
    String name = ClusterNames.nameAt(cluster, cluster.servers().get(1), "wrong", "w");
    try (LockStore store = store(node.url())) {
      StoreException told = null;
      try (VerbsForTests client = new VerbsForTests(store, "wrong")) {
        told =
            VerbsForTests.refusal(
                client.session.acquire(VerbsForTests.request(name, client.attempt(), false)));
      } catch (StoreException atOnce) {
        told = atOnce;
      }
      assertTrue(told.getMessage().contains("redis+cluster://"), told.getMessage());
      assertFalse(told.isTransient());
    }
  }
}
