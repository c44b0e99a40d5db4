package dev.holdfast.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.test.WiredStore.Wire;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Making sure that a lease lasts for so long: what is asked of the store, and what is said. */
class EnsureTest {
  private static final LockOptions NINE = LockOptions.defaults().lease(Duration.ofSeconds(9));

  private final Workbench bench = new Workbench();
  private final WiredStore store = bench.store;
  private final Holdfast client = bench.client("mine");

  private Lease acquire(LockOptions options) {
    Lease lease = client.mutex("a", options).tryAcquire().orElseThrow();
    bench.advance(1_000);
    store.forget();
    return lease;
  }

  private static String refusal(Lease lease, long millis, boolean asksAgain) {
    StoreException refused =
        assertThrows(StoreException.class, () -> lease.ensure(Duration.ofMillis(millis)));
    assertEquals(asksAgain, refused.isTransient());
    return String.valueOf(refused.getMessage());
  }

  @Test
  void whatIsCertainAlreadyAsksNothing() {
    Lease lease = acquire(NINE);
    lease.ensure(Duration.ofMillis(7_820));
    lease.ensure(Duration.ZERO);
    lease.ensure(Duration.ofSeconds(Long.MIN_VALUE));
    assertEquals(0, store.asked());
    lease.ensure(Duration.ofMillis(7_821));
    assertEquals(1, store.asked());
  }

  @Test
  void moreThanARenewalCanGiveIsAMistake() {
    Lease lease = acquire(NINE);
    lease.ensure(Duration.ofMillis(8_820));
    String message =
        assertThrows(IllegalArgumentException.class, () -> lease.ensure(Duration.ofMillis(8_821)))
            .getMessage();
    assertTrue(message.contains("at most 8.8 s certain, but 8.8 s was asked"), message);
    assertThrows(
        IllegalArgumentException.class, () -> lease.ensure(Duration.ofSeconds(Long.MAX_VALUE)));
  }

  @Test
  void aStoreThatDoesNotAnswerIsSaidAndJeopardyIsTold() {
    Lease lease = acquire(NINE);
    store.wire = Wire.CUT;
    String message = refusal(lease, 8_500, true);
    assertTrue(message.contains("only 7.8 s is: the wire is cut"), message);
    assertEquals(List.of("jeopardy a " + lease.token() + " PT7.82S the wire is cut"), bench.told);
    bench.advance(499);
    assertEquals(1, store.asked());
    bench.advance(1);
    assertEquals(2, store.asked(), "the renewal is repeated in the background");
    assertTrue(lease.isHeld());
  }

  @Test
  void whatTheStoreRefusesForGoodIsNotSaidToPass() {
    Lease lease = acquire(NINE);
    store.wire = Wire.REFUSED;
    String message = refusal(lease, 8_500, false);
    assertTrue(message.contains("only 7.8 s is: "), message);
    assertTrue(lease.isHeld());
  }

  @Test
  void aStoreThatIsSilentIsWaitedForTwiceItsTimeout() {
    Lease lease = acquire(NINE);
    store.wire = Wire.SLOW;
    String message = refusal(lease, 8_500, true);
    assertTrue(message.contains("did not answer a renewal in time"), message);
    store.wire = Wire.WELL;
    store.deliver();
    lease.ensure(Duration.ofMillis(8_500));
    assertEquals(1, store.asked(), "the late answer counts");
  }

  @Test
  void whatMayNotBeHeldForLongerIsSaid() {
    Lease lease = acquire(NINE.maxHold(Duration.ofSeconds(5)));
    String message = refusal(lease, 4_001, false);
    assertTrue(message.contains("only 4 s is: it may not be held for longer"), message);
    lease.ensure(Duration.ofSeconds(4));
    assertEquals(Duration.ofSeconds(4), lease.remaining());
  }

  @Test
  void whatTheStoreAnswersToAModeThatItKnowsMakesNothingCertain() {
    DistributedReadWriteLock lock = client.readWrite("a", NINE);
    Lease writer = lock.write().tryAcquire().orElseThrow();
    bench.advance(1_000);
    store.wire = Wire.DEAF; // so that the store is told again to share it, which renews nothing
    Lease reader = lock.downgrade(writer);
    store.wire = Wire.CUT;
    bench.advance(500);
    store.wire = Wire.WELL;
    reader.ensure(Duration.ofMillis(8_700));
    assertEquals(Duration.ofMillis(8_820), reader.remaining());
  }
}
