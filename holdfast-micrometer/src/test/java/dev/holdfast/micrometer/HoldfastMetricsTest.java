package dev.holdfast.micrometer;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.Loss;
import dev.holdfast.StaleTokenException;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.test.TestHoldfast;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URL;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class HoldfastMetricsTest {
  private final TestHoldfast test = TestHoldfast.create();
  private final MockClock clock = new MockClock();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
  private final Holdfast holdfast = test.client();
  private final List<Lease> leases = new ArrayList<>();

  @AfterEach
  void close() {
    test.close();
  }

  /** What is compiled for the oldest Micrometer is tested with it. */
  @Test
  void theMicrometerIsTheOneThatWasChosen() {
    String wanted = System.getProperty("holdfast.micrometer", "1.15.");
    URL jar = MeterRegistry.class.getProtectionDomain().getCodeSource().getLocation();
    assertTrue(jar.getPath().contains("micrometer-core-" + wanted), jar.getPath());
  }

  @Test
  void heldLeasesAreCountedByGroupAndTheOldestIsTold() throws InterruptedException {
    assertSame(holdfast, HoldfastMetrics.monitor(registry, holdfast, "client", "c"));
    Lease first = take("orders:1");
    test.advance(Duration.ofSeconds(40));
    take("orders:2");
    take("stock");
    test.advance(Duration.ofSeconds(2));
    assertEquals(1, held("other"), "a name without a prefix");
    assertEquals(2, held("orders"));
    assertEquals(42, oldest("orders"), 0.001);
    assertEquals(2, oldest("other"), 0.001);
    first.release();
    assertEquals(2, held("orders"), "within a second it is the same look");
    later();
    assertEquals(1, held("orders"));
    assertEquals(2, oldest("orders"), 0.001);
  }

  @Test
  void groupsStayWhenNothingIsHeldAnyMore() throws InterruptedException {
    HoldfastMetrics.monitor(registry, holdfast, "client", "c");
    Lease lease = holdfast.mutex("orders:1").acquire();
    assertEquals(0, held("other"));
    lease.release();
    later();
    assertEquals(0, held("orders"));
    assertEquals(0, oldest("orders"));
  }

  @Test
  void waitsAreCountedByGroupAndTheOldestIsTold() throws InterruptedException {
    HoldfastMetrics.monitor(registry, holdfast);
    take("orders:1");
    take("stock");
    CompletableFuture<Lease> first = holdfast.mutex("orders:1").acquireAsync();
    test.advance(Duration.ofSeconds(7));
    CompletableFuture<Lease> second = holdfast.mutex("orders:1").acquireAsync();
    CompletableFuture<Lease> third = holdfast.mutex("stock").acquireAsync();
    test.advance(Duration.ofSeconds(2));
    assertEquals(1, group("holdfast.locks.waiting", "other"));
    assertEquals(2, group("holdfast.locks.waiting", "orders"));
    assertEquals(9, group("holdfast.locks.oldest.wait", "orders"), 0.001);
    assertEquals(2, group("holdfast.locks.oldest.wait", "other"), 0.001);
    List.of(first, second, third).forEach(each -> each.cancel(false));
    later();
    assertEquals(0, group("holdfast.locks.waiting", "orders"));
    assertEquals(0, group("holdfast.locks.oldest.wait", "orders"));
  }

  @Test
  void tokensThatGuardsRefuseAreCountedOnceForTheProcess() {
    HoldfastMetrics.monitor(registry, holdfast, "client", "c");
    HoldfastMetrics.monitor(registry, holdfast, "client", "d");
    double before = counter("holdfast.fence.refused");
    assertThrows(
        StaleTokenException.class,
        () -> {
          throw new StaleTokenException("orders:1", 7, "token 8");
        });
    assertEquals(before + 1, counter("holdfast.fence.refused"));
    assertEquals(1, registry.get("holdfast.fence.refused").functionCounters().size());
  }

  @Test
  void waitersGrantsAndLendsAreCounted() throws InterruptedException {
    HoldfastMetrics.monitor(registry, holdfast);
    Lease lease = holdfast.mutex("a").acquire();
    CompletableFuture<Lease> second = holdfast.mutex("a").acquireAsync();
    assertEquals(1, gauge("holdfast.locks.waiting"));
    assertEquals(1, counter("holdfast.lock.granted"));
    assertEquals(0, counter("holdfast.lock.lent"));
    lease.release();
    await().until(second::isDone);
    later();
    assertEquals(0, gauge("holdfast.locks.waiting"));
    assertEquals(2, counter("holdfast.lock.granted"));
    assertEquals(1, counter("holdfast.lock.lent"), "the second was lent the hold of the first");
  }

  @Test
  void jeopardyAndLossAreToldWhenTheStoreIsCut() throws InterruptedException {
    HoldfastMetrics.monitor(registry, holdfast);
    take("a");
    assertEquals(0, gauge("holdfast.leases.jeopardy"));
    assertEquals(0, counter("holdfast.leases.lost"));
    test.cutStore();
    test.advance(Duration.ofSeconds(15));
    later();
    assertEquals(1, gauge("holdfast.leases.jeopardy"));
    test.advance(Duration.ofSeconds(30));
    later();
    assertEquals(0, gauge("holdfast.leases.jeopardy"));
    assertEquals(1, counter("holdfast.leases.lost"));
  }

  @Test
  void releasesArePendingUntilTheStoreConfirmsThem() throws InterruptedException {
    HoldfastMetrics.monitor(registry, holdfast);
    Lease lease = holdfast.mutex("a").acquire();
    test.cutStore();
    CompletableFuture<Void> released = lease.releaseAsync();
    assertEquals(1, gauge("holdfast.release.pending"));
    test.healStore();
    test.advance(Duration.ofSeconds(10));
    await().until(released::isDone);
    later();
    assertEquals(0, gauge("holdfast.release.pending"));
  }

  @Test
  void aClosedClientHasNoSessionAndKeepsItsCounts() throws InterruptedException {
    Holdfast other = test.newClient("other");
    HoldfastMetrics.monitor(registry, other);
    other.mutex("a").acquire().release();
    assertEquals(1, gauge("holdfast.store.sessions"));
    other.close();
    later();
    assertEquals(0, gauge("holdfast.store.sessions"));
    assertEquals(1, counter("holdfast.lock.granted"));
  }

  @Test
  void lossesAreCountedByCauseAndGroup() throws InterruptedException {
    HoldfastMetricsListener listener = new HoldfastMetricsListener(registry);
    try (MemoryStore store = MemoryStore.create();
        Holdfast client = Holdfast.builder(store).listener(listener).build()) {
      leases.add(client.mutex("orders:1").acquire());
      assertTrue(client.breakHold("orders:1"));
      await().until(() -> registry.find("holdfast.lease.loss").counter() != null);
    }
    listener.lost("orders:2", 2, new Loss(Loss.Kind.BROKEN, "broken", null));
    listener.lost("stock", 3, new Loss(Loss.Kind.MAX_HOLD, "over", null));
    assertEquals(2, losses("broken", "orders"));
    assertEquals(1, losses("max_hold", "other"));
  }

  @Test
  void aMillionNamesAreFewMeters() throws InterruptedException {
    NameGroups groups = NameGroups.byPrefix();
    new HoldfastMetrics(holdfast, groups, Tags.empty()).bindTo(registry);
    HoldfastMetricsListener listener = new HoldfastMetricsListener(registry, groups, Tags.empty());
    Loss loss = new Loss(Loss.Kind.EXPIRED, "late", null);
    for (int i = 0; i < 1_000_000; i++) {
      listener.lost("customer" + i + ":cart", i + 1, loss);
      if (i < 2_000) {
        take("seller" + i + ":shop");
      }
    }
    later();
    assertEquals(leases.size() - seen("seller"), held("other"), "each is counted once");
    assertTrue(
        registry.getMeters().size() <= 5 * NameGroups.MOST + 7, "" + registry.getMeters().size());
    assertTrue(registry.getMeters().size() > NameGroups.MOST, "groups were made at all");
    assertEquals(
        1_000_000,
        registry.get("holdfast.lease.loss").counters().stream().mapToDouble(c -> c.count()).sum());
  }

  /** Acquires; a lease that nothing refers to would be lost. */
  private Lease take(String name) throws InterruptedException {
    Lease lease = holdfast.mutex(name).acquire();
    leases.add(lease);
    return lease;
  }

  /** How many meters there are of groups that begin like this. */
  private int seen(String prefix) {
    held("other");
    return (int)
        registry.get("holdfast.locks.held").gauges().stream()
            .filter(g -> String.valueOf(g.getId().getTag("group")).startsWith(prefix))
            .count();
  }

  /** Lets so much time pass that the client is looked at again, as a scrape does. */
  private void later() {
    clock.add(1, TimeUnit.SECONDS);
  }

  private double held(String group) {
    registry.get("holdfast.locks.held").tag("group", "other").gauge().value();
    return registry.get("holdfast.locks.held").tag("group", group).gauge().value();
  }

  private double oldest(String group) {
    return registry
        .get("holdfast.locks.oldest.hold")
        .tag("group", group)
        .timeGauge()
        .value(TimeUnit.SECONDS);
  }

  private double group(String name, String group) {
    registry.get(name).tag("group", "other").gauge().value();
    return registry.get(name).tag("group", group).gauge().value();
  }

  private double losses(String kind, String group) {
    return registry.get("holdfast.lease.loss").tags("kind", kind, "group", group).counter().count();
  }

  private double gauge(String name) {
    return registry.get(name).gauge().value();
  }

  private double counter(String name) {
    return registry.get(name).functionCounter().count();
  }
}
