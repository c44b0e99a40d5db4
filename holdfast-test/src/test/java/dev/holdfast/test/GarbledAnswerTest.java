package dev.holdfast.test;

import static dev.holdfast.test.Now.failureOf;
import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.spi.Standing;
import dev.holdfast.test.WiredStore.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What is thrown while an answer is taken in ends that request as one without an answer. */
class GarbledAnswerTest {
  private static final long BEYOND_ALL_TOKENS_MICROS = Duration.ofDays(80 * 365).toMillis() * 1_000;

  private final Workbench bench = new Workbench();
  private final Holdfast client =
      bench.client(
          "mine", builder -> builder.options(LockOptions.defaults().lease(Duration.ofSeconds(9))));

  private static StoreException told(CompletableFuture<?> asked) {
    StoreException told = assertInstanceOf(StoreException.class, failureOf(asked));
    assertTrue(told.isTransient());
    assertTrue(told.getMessage().contains("could not be taken in"), told.getMessage());
    return told;
  }

  private void assertServed(String name) {
    bench.store.wire = Wire.WELL;
    bench.advance(30_000);
    assertTrue(got(client.mutex(name).tryAcquireAsync(Duration.ZERO)).isPresent());
  }

  @Test
  void aTryIsToldAndTheNextOneIsServed() {
    bench.store.wire = Wire.GARBLED;
    told(client.mutex("n").tryAcquireAsync(Duration.ZERO));
    told(client.all(List.of("n", "m")).tryAcquireAsync(Duration.ZERO));
    assertServed("n");
    assertServed("m");
  }

  @Test
  void aStampThatMakesNoTokenIsToldOf() {
    bench.store.aheadMicros = BEYOND_ALL_TOKENS_MICROS;
    StoreException told =
        assertInstanceOf(
            StoreException.class, failureOf(client.mutex("n").tryAcquireAsync(Duration.ZERO)));
    assertTrue(told.getMessage().contains("no token"), told.getMessage());
  }

  @Test
  void whoWaitsIsServedWhenAnswersMakeSenseAgain() {
    bench.store.wire = Wire.GARBLED;
    CompletableFuture<Lease> waiting = client.mutex("n").acquireAsync();
    bench.advance(1_000);
    assertFalse(waiting.isDone());
    bench.store.wire = Wire.WELL;
    bench.advance(5_000);
    assertTrue(got(waiting).isHeld());
  }

  @Test
  void aPlaceInTheQueueOutlivesIt() {
    Lease other = got(bench.client("other").mutex("n").acquireAsync());
    CompletableFuture<Lease> waiting = client.mutex("n").acquireAsync();
    bench.store.wire = Wire.GARBLED;
    bench.advance(8_000);
    bench.store.wire = Wire.WELL;
    bench.advance(1_000);
    other.release();
    bench.advance(5_000);
    assertTrue(got(waiting).isHeld());
  }

  @Test
  void aReleaseIsRepeated() {
    Lease lease = got(client.mutex("n").acquireAsync());
    bench.store.wire = Wire.GARBLED;
    lease.release();
    assertServed("n");
  }

  @Test
  void aLeaseIsInJeopardyAndThenRenewed() {
    Lease lease = got(client.mutex("n").acquireAsync());
    bench.store.wire = Wire.GARBLED;
    bench.advance(5_000);
    assertTrue(bench.told.get(0).startsWith("jeopardy n"), bench.told::toString);
    bench.store.wire = Wire.WELL;
    bench.advance(30_000);
    assertTrue(lease.isHeld());
  }

  @Test
  void anAnswerThatMakesNoSenseIsThatNamesTroubleAlone() {
    List<Lease> leases = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      leases.add(got(client.mutex(name).acquireAsync()));
    }
    bench.store.distortion =
        standings -> {
          List<Standing> distorted = new ArrayList<>(standings);
          distorted.set(0, null);
          return distorted;
        };
    bench.advance(4_000);
    assertEquals(1, bench.told.size(), bench.told::toString);
    assertTrue(bench.told.get(0).startsWith("jeopardy a"), bench.told::toString);
    bench.store.distortion = standings -> standings;
    bench.advance(30_000);
    assertTrue(leases.stream().allMatch(Lease::isHeld));
  }

  @Test
  void ensureAndAnUpgradeAreTold() {
    Lease lease = got(client.mutex("n").acquireAsync());
    Lease reader = got(client.readWrite("rw").read().acquireAsync());
    bench.store.wire = Wire.GARBLED;
    bench.advance(1_000);
    assertThrows(StoreException.class, () -> lease.ensure(Duration.ofSeconds(8)));
    assertThrows(StoreException.class, () -> client.readWrite("rw").tryUpgrade(reader));
    bench.store.wire = Wire.WELL;
    bench.advance(30_000);
    lease.ensure(Duration.ofSeconds(6));
    assertTrue(reader.isHeld());
  }
}
