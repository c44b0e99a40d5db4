package dev.holdfast.redis;

import static dev.holdfast.redis.VerbsForTests.answer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.redis.internal.protocol.Slot;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * One address whose server insists that the keys of a script share a slot, named as {@code
 * redis://}: the only node of a cluster, as serverless services and proxies of clusters look.
 */
public abstract class RedisOneEndpointTests extends AdapterTests {
  private static RedisServer server;

  private final List<AutoCloseable> opened = new ArrayList<>();
  private LockStore store;

  @BeforeAll
  static void start() {
    server = RedisServer.started("--cluster-enabled", "yes");
    List<Object> words = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
    IntStream.range(0, Slot.COUNT).forEach(words::add);
    server.ask(words.toArray());
    Awaitility.await()
        .until(() -> String.valueOf(server.ask("CLUSTER", "INFO")).contains("cluster_state:ok"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void open() {
    server.ask("FLUSHALL");
    server.ask("CONFIG", "RESETSTAT");
    store = store(server.url());
    opened.add(store);
  }

  @AfterEach
  void close() throws Exception {
    Collections.reverse(opened);
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  private VerbsForTests client() {
    VerbsForTests client = new VerbsForTests(store, "");
    opened.add(client);
    return client;
  }

  private static long refusals() {
    String stats = String.valueOf(server.ask("INFO", "errorstats"));
    return stats
        .lines()
        .filter(line -> line.startsWith("errorstat_CROSSSLOT:count="))
        .mapToLong(line -> Long.parseLong(line.substring(line.indexOf('=') + 1).strip()))
        .sum();
  }

  @Test
  void whatIsGrantedIsRenewedAndOneRefusalIsRemembered() {
    VerbsForTests a = client();
    Map<String, String> held =
        IntStream.range(0, 100)
            .mapToObj(i -> "n" + i)
            .collect(Collectors.toMap(name -> name, a::take));
    List<KeepAlive> renewals = new ArrayList<>();
    held.forEach((name, attempt) -> renewals.add(new KeepAlive.Hold(name, attempt, 60_000, false)));
    for (int i = 0; i < 5; i++) {
      answer(a.session.keepAlive(renewals))
          .forEach(standing -> assertInstanceOf(Standing.Holding.class, standing));
    }
    assertTrue(refusals() <= 3, "it was told " + refusals() + " times, once for each script");
    VerbsForTests another = client();
    String own = another.take("x");
    List<KeepAlive> both = new ArrayList<>(renewals);
    both.add(new KeepAlive.Hold("x", own, 60_000, false));
    long before = refusals();
    answer(another.session.keepAlive(both));
    assertEquals(before, refusals(), "all clients of the store know");
  }

  @Test
  void severalNamesAreTakenListedAndReleased() throws Exception {
    try (Holdfast a = Holdfast.over(store);
        Holdfast b = Holdfast.over(store)) {
      try (Lease lease = a.all(List.of("a", "b", "c")).acquire()) {
        assertTrue(lease.isHeld());
        assertEquals(List.of("a", "b", "c"), a.names(10));
        assertTrue(b.all(List.of("c", "d")).tryAcquire().isEmpty());
      }
      try (Lease lease = b.all(List.of("b", "c", "d")).acquire()) {
        assertTrue(lease.isHeld());
      }
    }
  }

  @Test
  void severalAreGrantedAndReleasedByTheVerbs() {
    VerbsForTests a = client();
    List<AcquireRequest> requests = a.requests(false, "a", "b", "c");
    List<Standing> standings = answer(a.session.acquireAll(requests));
    assertInstanceOf(Standing.Holding.class, standings.get(0));
    assertInstanceOf(Standing.Absent.class, standings.get(1), "it is another slot's");
    a.join("d");
    List<AcquireRequest> others = new ArrayList<>(List.of(requests.get(0)));
    for (String name : List.of("e", "f")) {
      String attempt = a.attempt();
      answer(a.session.acquire(VerbsForTests.request(name, attempt, false)));
      others.add(VerbsForTests.request(name, attempt, false));
    }
    assertEquals(
        List.of(true, true, true),
        answer(client().session.releaseAll(VerbsForTests.releases(others))));
    assertEquals(List.of("d"), answer(client().session.names(10)));
  }

  /** A client that has released nothing else yet, and lists names before anything else. */
  @Test
  void releasesAndListsMayComeFirst() {
    VerbsForTests a = client();
    List<AcquireRequest> held = new ArrayList<>();
    for (String name : List.of("a", "b")) {
      String attempt = a.attempt();
      answer(a.session.acquire(VerbsForTests.request(name, attempt, false)));
      held.add(VerbsForTests.request(name, attempt, false));
    }
    for (int i = 0; i < 2; i++) {
      LockStore fresh = store(server.url());
      opened.add(fresh);
      VerbsForTests b = new VerbsForTests(fresh, "");
      opened.add(b);
      if (i == 0) {
        assertEquals(Set.of("a", "b"), new HashSet<>(answer(b.session.names(10))));
      } else {
        assertEquals(
            List.of(true, true), answer(b.session.releaseAll(VerbsForTests.releases(held))));
      }
    }
  }

  /** Calls at the same time may share a script, but not here. */
  @Test
  void manyAtOnceAreEachGrantedAndReleased() throws Exception {
    VerbsForTests a = client();
    ExecutorService callers = Executors.newFixedThreadPool(16);
    opened.add(callers::shutdownNow);
    for (int round = 0; round < 3; round++) {
      Map<String, String> attempts =
          IntStream.range(0, 200)
              .mapToObj(i -> "m" + i)
              .collect(Collectors.toMap(name -> name, name -> a.attempt()));
      List<Future<Standing>> asked = new ArrayList<>();
      attempts.forEach(
          (name, attempt) ->
              asked.add(
                  callers.submit(
                      () ->
                          answer(a.session.acquire(VerbsForTests.request(name, attempt, false))))));
      for (Future<Standing> each : asked) {
        assertInstanceOf(Standing.Holding.class, each.get(20, TimeUnit.SECONDS));
      }
      attempts.forEach((name, attempt) -> assertTrue(a.release(name, attempt)));
    }
  }
}
