package dev.holdfast.micrometer;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastListener.Acquired;
import dev.holdfast.HoldfastListener.CallOutcome;
import dev.holdfast.HoldfastListener.How;
import dev.holdfast.HoldfastListener.NotAcquired;
import dev.holdfast.HoldfastListener.Released;
import dev.holdfast.HoldfastListener.Renewed;
import dev.holdfast.HoldfastListener.StoreCall;
import dev.holdfast.HoldfastListener.Verb;
import dev.holdfast.HoldfastListener.WhyNot;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import dev.holdfast.RequestListener;
import dev.holdfast.RequestListener.Lost;
import dev.holdfast.RequestListener.Requested;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.Mode;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Requests, leases, renewals and calls are in timers, and names of locks in none. */
final class HoldfastMetricsListenerTest {
  private static final LockOptions LINGERING =
      LockOptions.defaults().linger(Duration.ofSeconds(60));
  private static final Duration TWO = Duration.ofSeconds(2);

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final HoldfastMetricsListener listener =
      new HoldfastMetricsListener(registry, NameGroups.byPrefix(), Tags.of("client", "c"));

  private RequestListener requested(String name) {
    return listener.requested(new Requested(name, Mode.EXCLUSIVE, true));
  }

  private double seconds(String name, String... tags) {
    return timer(name, tags).totalTime(TimeUnit.SECONDS);
  }

  private Timer timer(String name, String... tags) {
    return registry.get(name).tags(tags).tag("client", "c").timer();
  }

  /** The tags of all meters of a name, by their values. */
  private Set<List<String>> tagged(String name) {
    return registry.find(name).timers().stream()
        .map(Meter::getId)
        .map(id -> id.getTags().stream().map(tag -> tag.getKey() + "=" + tag.getValue()).toList())
        .collect(Collectors.toSet());
  }

  @Test
  void whatAClientDoesIsTimedAndALeaseThatItLendsIsNot() throws InterruptedException {
    try (MemoryStore store = MemoryStore.create();
        Holdfast client = Holdfast.builder(store).listener(listener).build();
        Holdfast other = Holdfast.over(store)) {
      for (int i = 0; i < 10; i++) {
        client.mutex("orders:1", LINGERING).acquire().close();
      }
      assertEquals(1, timer("holdfast.lock.acquire", "how", "free").count());
      assertEquals(1, timer("holdfast.lock.hold", "outcome", "released").count());
      Lease theirs = other.mutex("orders:2").acquire();
      assertThrows(Exception.class, () -> client.mutex("orders:2").acquire(Duration.ofMillis(20)));
      assertTrue(
          timer("holdfast.lock.acquire", "outcome", "timeout").max(TimeUnit.MILLISECONDS) >= 20);
      theirs.close();
      Lease lease = client.readWrite("orders:2").read().acquire();
      assertTrue(other.breakHold("orders:2"));
      await()
          .until(() -> registry.find("holdfast.lock.hold").tag("outcome", "lost").timer() != null);
      lease.release();
      assertEquals(
          Set.of(
              List.of("client=c", "group=orders", "mode=exclusive", "outcome=released"),
              List.of("client=c", "group=orders", "mode=shared", "outcome=lost")),
          tagged("holdfast.lock.hold"));
      assertEquals(
          Set.of(
              List.of("client=c", "group=orders", "how=free", "mode=exclusive", "outcome=acquired"),
              List.of("client=c", "group=orders", "how=none", "mode=exclusive", "outcome=timeout"),
              List.of("client=c", "group=orders", "how=free", "mode=shared", "outcome=acquired")),
          tagged("holdfast.lock.acquire"));
      await()
          .until(() -> registry.find("holdfast.store.call").tag("verb", "release").timer() != null);
      assertTrue(
          tagged("holdfast.store.call")
              .contains(List.of("client=c", "outcome=answered", "verb=acquire")));
    }
  }

  @Test
  void theTimesAreThoseOfTheEvents() {
    RequestListener request = requested("a:1");
    request.asked();
    request.acquired(List.of(new Acquired("a:1", Mode.EXCLUSIVE, 7, TWO, How.QUEUED)));
    request.released(new Released("a:1", Mode.EXCLUSIVE, 7, Duration.ofSeconds(40), false));
    requested("a:1").notAcquired(new NotAcquired("a:1", Mode.EXCLUSIVE, TWO, WhyNot.STORE));
    RequestListener lost = requested("a:1");
    lost.acquired(List.of(new Acquired("a:1", Mode.EXCLUSIVE, 8, TWO, How.FREE)));
    lost.lost(new Lost("a:1", Mode.EXCLUSIVE, 8, TWO, new Loss(Loss.Kind.EXPIRED, "late", null)));
    assertEquals(2, seconds("holdfast.lock.acquire", "how", "queued", "outcome", "acquired"));
    assertEquals(2, seconds("holdfast.lock.acquire", "how", "none", "outcome", "store"));
    assertEquals(40, seconds("holdfast.lock.hold", "outcome", "released"));
    assertEquals(2, seconds("holdfast.lock.hold", "outcome", "lost"));
    listener.storeCalled(new StoreCall(Verb.KEEP_ALIVE, TWO, CallOutcome.FAILED));
    assertEquals(2, seconds("holdfast.store.call", "verb", "keep_alive", "outcome", "failed"));
  }

  @Test
  void aLeaseOfSeveralNamesIsOneAcquireAndAHoldForEach() {
    RequestListener request = requested("a:1, b:1");
    request.acquired(
        List.of(
            new Acquired("a:1", Mode.EXCLUSIVE, 7, TWO, How.FREE),
            new Acquired("b:1", Mode.EXCLUSIVE, 7, TWO, How.FREE)));
    request.released(new Released("a:1", Mode.EXCLUSIVE, 7, TWO, true));
    request.released(new Released("b:1", Mode.EXCLUSIVE, 7, TWO, true));
    assertEquals(1, timer("holdfast.lock.acquire", "group", "a").count());
    assertEquals(2, timer("holdfast.lock.hold", "group", "a").count());
  }

  @Test
  void renewalsTellTheirTimeAndTheTimeThatWasLeft() {
    assertEquals(0, timer("holdfast.lease.renew").count(), "it is there from the beginning");
    listener.renewed(new Renewed(3, TWO, Duration.ofMillis(700)));
    listener.renewed(new Renewed(1, TWO, Duration.ofSeconds(18)));
    assertEquals(4, seconds("holdfast.lease.renew"));
    var margins = registry.get("holdfast.lease.margin").summary();
    assertEquals(18.7, margins.totalAmount(), 0.001);
    assertEquals("seconds", margins.getId().getBaseUnit());
    assertEquals(
        List.of(0.0, 1.0, 1.0, 1.0, 1.0, 2.0),
        Arrays.stream(margins.takeSnapshot().histogramCounts()).map(CountAtBucket::count).toList());
  }

  @Test
  void aMillionNamesAreFewTimers() {
    for (int i = 0; i < 1_000_000; i++) {
      String name = "customer" + i + ":cart";
      RequestListener request = requested(name);
      request.acquired(List.of(new Acquired(name, Mode.EXCLUSIVE, i + 1, TWO, How.FREE)));
      request.released(new Released(name, Mode.EXCLUSIVE, i + 1, TWO, true));
    }
    assertEquals(NameGroups.MOST, tagged("holdfast.lock.acquire").size());
    assertEquals(NameGroups.MOST, tagged("holdfast.lock.hold").size());
    assertEquals(
        1_000_000,
        registry.get("holdfast.lock.hold").timers().stream().mapToLong(Timer::count).sum());
  }
}
