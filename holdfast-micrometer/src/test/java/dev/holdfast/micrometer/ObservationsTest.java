package dev.holdfast.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockOptions;
import dev.holdfast.memory.MemoryStore;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An acquire is one observation, and a hold is one. */
final class ObservationsTest {
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final TestObservationRegistry registry = TestObservationRegistry.create();
  private final List<Observation.Context> stopped = new CopyOnWriteArrayList<>();
  private final MemoryStore store = MemoryStore.create();
  private final Holdfast other = Holdfast.over(store);
  private final Holdfast client =
      Holdfast.builder(store)
          .callbackExecutor(Runnable::run)
          .listener(
              new HoldfastMetricsListener(meters, NameGroups.byPrefix(), Tags.empty(), registry))
          .build();

  ObservationsTest() {
    registry
        .observationConfig()
        .observationHandler(new Stopped())
        .observationHandler(new DefaultMeterObservationHandler(meters));
  }

  /** Writes down what ends, in this order. */
  private final class Stopped implements ObservationHandler<Observation.Context> {
    @Override
    public void onStop(Observation.Context context) {
      stopped.add(context);
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
      return true;
    }
  }

  @AfterEach
  void close() {
    client.close();
    other.close();
    store.close();
  }

  private static KeyValues keys(String... keysAndValues) {
    return KeyValues.of(keysAndValues);
  }

  @Test
  void anAcquireAndItsHoldAreObservedWithNamesAndTokens() throws InterruptedException {
    Lease lease = client.mutex("orders:1").acquire();
    assertNull(registry.getCurrentObservation(), "the scope of the acquire is closed");
    lease.close();
    assertEquals(2, stopped.size());
    Observation.Context acquire = stopped.get(0);
    assertEquals("holdfast.lock.acquire", acquire.getName());
    assertEquals("lock acquire", acquire.getContextualName());
    assertEquals(
        keys("outcome", "acquired", "how", "free", "mode", "exclusive", "group", "orders"),
        acquire.getLowCardinalityKeyValues());
    assertEquals(keys("holdfast.name", "orders:1"), acquire.getHighCardinalityKeyValues());
    Observation.Context hold = stopped.get(1);
    assertEquals("holdfast.lock.hold", hold.getName());
    assertEquals("lock hold", hold.getContextualName());
    assertEquals(
        keys("outcome", "released", "mode", "exclusive", "group", "orders"),
        hold.getLowCardinalityKeyValues());
    assertEquals(
        keys("holdfast.name", "orders:1", "holdfast.token", Long.toString(lease.token())),
        hold.getHighCardinalityKeyValues());
    assertNull(hold.getError());
    TestObservationRegistryAssert.assertThat(registry).doesNotHaveAnyRemainingCurrentObservation();
  }

  @Test
  void theTimersAreThoseOfTheHandlerAndThereAreNoOthers() throws InterruptedException {
    client.mutex("orders:1").acquire().close();
    assertEquals(1, meters.get("holdfast.lock.acquire").tag("how", "free").timers().size());
    assertEquals(1, meters.get("holdfast.lock.acquire").timers().size());
    assertEquals(1, meters.get("holdfast.lock.hold").timers().size());
    assertEquals(0, meters.get("holdfast.lock.acquire.active").longTaskTimer().activeTasks());
    assertEquals(0, meters.get("holdfast.lock.hold.active").longTaskTimer().activeTasks());
  }

  @Test
  void aLeaseThatIsLentIsNotObserved() throws InterruptedException {
    LockOptions lingering = LockOptions.defaults().linger(Duration.ofSeconds(60));
    for (int i = 0; i < 5; i++) {
      client.mutex("a", lingering).acquire().close();
    }
    assertEquals(2, stopped.size());
  }

  @Test
  void theParentOfBothIsWhatTheCallerDoes() throws InterruptedException {
    Observation work = Observation.start("work", registry);
    Observation.Scope scope = work.openScope();
    Lease lease = client.mutex("a").acquire();
    scope.close();
    lease.close();
    work.stop();
    for (Observation.Context ours : stopped.subList(0, 2)) {
      assertNotNull(ours.getParentObservation(), ours.getName());
      assertEquals("work", ours.getParentObservation().getContextView().getName());
    }
  }

  @Test
  void aRequestWithoutALeaseIsOneObservation() throws InterruptedException {
    Lease theirs = other.mutex("a").acquire();
    assertTrue(client.mutex("a").tryAcquire().isEmpty());
    theirs.close();
    assertEquals(1, stopped.size());
    assertEquals(
        keys("outcome", "busy", "how", "none", "mode", "exclusive", "group", "other"),
        stopped.get(0).getLowCardinalityKeyValues());
  }

  @Test
  void aHoldThatIsLostHasAnError() throws InterruptedException {
    Lease lease = client.all(List.of("a", "b")).acquire();
    assertTrue(other.breakHold("a"));
    assertEquals(1, stopped.size(), "the other part is held");
    lease.release();
    assertEquals(2, stopped.size());
    assertInstanceOf(LeaseLostException.class, stopped.get(1).getError());
    assertEquals(
        keys("outcome", "lost", "mode", "exclusive", "group", "other"),
        stopped.get(1).getLowCardinalityKeyValues());
  }

  private static Set<String> keysOf(KeyName... names) {
    return Stream.of(names).map(KeyName::asString).collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> keysOf(KeyValues values) {
    return values.stream().map(KeyValue::getKey).collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void whatIsDocumentedIsWhatIsObserved() throws InterruptedException {
    client.mutex("a").acquire().close();
    LockObservation[] documented = LockObservation.values();
    for (int i = 0; i < documented.length; i++) {
      Observation.Context observed = stopped.get(i);
      assertEquals(documented[i].getName(), observed.getName());
      assertEquals(
          keysOf(documented[i].getLowCardinalityKeyNames()),
          keysOf(observed.getLowCardinalityKeyValues()));
      assertEquals(
          keysOf(documented[i].getHighCardinalityKeyNames()),
          keysOf(observed.getHighCardinalityKeyValues()));
    }
  }
}
