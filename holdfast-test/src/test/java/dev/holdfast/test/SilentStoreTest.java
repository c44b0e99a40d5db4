package dev.holdfast.test;

import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.test.WiredStore.Wire;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Waits that end in time although the store says nothing, and what trouble means to them. */
class SilentStoreTest {
  private static final Duration FIVE = Duration.ofSeconds(5);
  private static final LockOptions NINE = LockOptions.defaults().lease(Duration.ofSeconds(9));

  private final Workbench bench = new Workbench();
  private final WiredStore store = bench.store;
  private final Holdfast client = bench.client("mine");
  private final Holdfast other = bench.client("other");

  private CompletableFuture<Optional<Lease>> waitFive() {
    return client.mutex("a", NINE).tryAcquireAsync(FIVE);
  }

  private void assertEndsInTime(CompletableFuture<Optional<Lease>> waiting, long millis) {
    bench.advance(millis - 1);
    assertFalse(waiting.isDone());
    bench.advance(1);
    assertEquals(Optional.empty(), got(waiting));
  }

  @Test
  void aWaitEndsInTimeThoughNothingIsAnswered() {
    store.wire = Wire.SLOW;
    assertEndsInTime(waitFive(), 5_000);
    assertEquals(0, store.releases.size());
    store.wire = Wire.WELL;
    store.deliver();
    assertEquals(1, store.releases.size(), "the grant that nobody wants any more");
    assertFalse(other.inspect("a").isHeld());
  }

  @Test
  void aWaitBehindALeaseOfTheSameClientEndsInTime() {
    Lease held = client.mutex("a", NINE).tryAcquire().orElseThrow();
    bench.advance(100);
    assertEndsInTime(waitFive(), 5_000);
    assertTrue(held.isHeld());
  }

  @Test
  void aWaitThatWasGivenUpBeforeItsAnswerLeavesTheQueueWithIt() {
    Lease held = other.mutex("a").tryAcquire().orElseThrow();
    store.wire = Wire.SLOW;
    CompletableFuture<Lease> waiting = client.mutex("a").acquireAsync();
    store.wire = Wire.WELL;
    assertTrue(waiting.cancel(true));
    store.deliver();
    assertEquals(1, store.releases.size());
    assertTrue(other.inspect("a").waiters().isEmpty());
    assertTrue(held.isHeld());
  }

  @Test
  void aPlaceThatIsRefusedIsLeftAtOnce() {
    Lease held = other.mutex("a").tryAcquire().orElseThrow();
    CompletableFuture<Lease> waiting = client.mutex("a").acquireAsync();
    store.wire = Wire.REFUSED;
    bench.advance(1_500);
    assertEquals(store.no, Now.failureOf(waiting));
    assertEquals(1, store.releases.size());
    assertTrue(held.isHeld());
  }

  @Test
  void whenTheStoreHasAnsweredAWaitThatEndsIsNotAFailure() {
    Lease held = other.mutex("a", NINE).tryAcquire().orElseThrow();
    store.wire = Wire.DEAF;
    CompletableFuture<Optional<Lease>> waiting = waitFive();
    store.wire = Wire.WELL;
    bench.advance(20); // the release, and the next attempt, which is told that it has to wait
    store.wire = Wire.SLOW;
    assertEndsInTime(waiting, 4_980);
    assertTrue(held.isHeld());
  }

  @Test
  void thatAFailedAttemptIsOverDoesNotAnswerWhoAsksAgain() {
    store.wire = Wire.DEAF;
    CompletableFuture<Optional<Lease>> waiting = waitFive();
    store.wire = Wire.WELL;
    bench.advance(19);
    store.wire = Wire.SLOW; // first the release, then the next attempt
    bench.advance(1);
    store.deliver();
    assertEquals(1, store.releases.size());
    bench.advance(4_979);
    assertFalse(waiting.isDone());
    bench.advance(1);
    assertEquals(store.noAnswer, Now.failureOf(waiting), "all that was heard of asking");
  }

  @Test
  void norIfItWasARefusalThatIsOver() {
    Lease lease = client.mutex("a", NINE).tryAcquire().orElseThrow();
    store.wire = Wire.REFUSED;
    lease.close();
    store.wire = Wire.WELL; // the hold that could not be ended is in the way until it expires
    assertEndsInTime(client.mutex("a", NINE).tryAcquireAsync(Duration.ofSeconds(1)), 1_000);
    bench.advance(8_000);
    assertTrue(other.mutex("a").tryAcquire().isPresent());
  }

  @Test
  void aGrantThatIsPushedEndsTheTroubleOfAllWhoWait() {
    LockOptions hasty = NINE.patience(Duration.ofMillis(20));
    Lease held = other.mutex("a").tryAcquire().orElseThrow();
    CompletableFuture<Lease> first = client.mutex("a").acquireAsync();
    store.wire = Wire.CUT;
    bench.advance(1_500);
    store.wire = Wire.WELL;
    CompletableFuture<Lease> second = client.mutex("a", hasty).acquireAsync();
    held.close();
    assertTrue(got(first).isHeld());
    bench.advance(40); // before anything else is asked or answered
    assertFalse(second.isDone(), "the store is well");
    got(first).close();
    assertTrue(got(second).isHeld());
  }

  @Test
  void aForgottenPlaceIsEndedWithAMarkThoughNothingFailed() {
    Lease held = other.mutex("a").tryAcquire().orElseThrow();
    CompletableFuture<Lease> waiting = client.mutex("a").acquireAsync();
    store.wire = Wire.SLOW;
    bench.advance(8_000); // one look, whose answer is late: the place lives for six seconds
    store.wire = Wire.WELL;
    store.deliver();
    store.forget();
    bench.advance(1);
    assertEquals(1, store.releases.size());
    assertTrue(store.releases.get(0).overtaking());
    assertFalse(waiting.isDone());
    assertTrue(held.token() > 0);
  }
}
