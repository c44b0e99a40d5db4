package dev.holdfast.test;

import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.test.WiredStore.Wire;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A name stays taken for a while after a hold that ended uncleanly. */
class LockDelayTest {
  private static final LockOptions NINE = LockOptions.defaults().lease(Duration.ofSeconds(9));
  private static final LockOptions DELAYED = NINE.lockDelay(Duration.ofSeconds(5));

  private final Workbench bench = new Workbench();
  private final Holdfast client = bench.client("mine");
  private final Holdfast other = bench.client("other");

  private Lease taken(LockOptions options) {
    return client.mutex("a", options).tryAcquire().orElseThrow();
  }

  /** Whether another client can take it; it gives it back at once. */
  private boolean isFree() {
    Optional<Lease> lease = other.mutex("a", NINE).tryAcquire();
    lease.ifPresent(Lease::close);
    return lease.isPresent();
  }

  @Test
  void whoDiesBelievesForALeaseAndTheNameStaysTakenForTheDelay() {
    Lease lease = taken(DELAYED);
    bench.store.wire = Wire.CUT;
    bench.advance(8_819);
    assertTrue(lease.isHeld());
    bench.advance(1);
    assertFalse(lease.isHeld(), "a lease, less the margin");
    bench.store.wire = Wire.WELL;
    bench.pause(); // its client is dead: nothing is released
    bench.advance(5_179);
    assertFalse(isFree());
    bench.advance(1);
    assertTrue(isFree());
  }

  @Test
  void aReleaseFreesAtOnce() {
    taken(DELAYED).close();
    assertTrue(isFree());
  }

  @Test
  void whoFindsItsLeaseLostDoesNotFreeTheName() {
    Lease lease = taken(DELAYED);
    bench.pause();
    bench.advance(8_900);
    bench.resume();
    assertEquals(List.of("lost a " + lease.token() + " EXPIRED"), bench.told);
    lease.release();
    assertFalse(isFree(), "it was kept from then on");
    bench.advance(4_999);
    assertFalse(isFree());
    bench.advance(2);
    assertTrue(isFree());
  }

  @Test
  void aHoldForTooLongAndACloseAreUncleanToo() {
    bench.keep(taken(DELAYED.maxHold(Duration.ofSeconds(1))));
    bench.advance(1_000);
    assertEquals(1, bench.told.size());
    bench.advance(4_999);
    assertFalse(isFree());
    bench.advance(2);
    assertTrue(isFree());
    Lease unusedToo = taken(DELAYED);
    client.close();
    assertFalse(isFree());
    bench.advance(5_001);
    assertTrue(isFree());
  }

  @Test
  void anOperatorFreesAtOnce() {
    Lease unused = taken(DELAYED);
    assertTrue(other.breakHold("a"));
    assertTrue(isFree());
  }

  @Test
  void aHoldThatWasHandedOverIsClaimedBeforeItIsGiven() {
    Lease first = other.mutex("a", NINE).tryAcquire().orElseThrow();
    CompletableFuture<Lease> next = client.mutex("a", DELAYED).acquireAsync();
    bench.store.wire = Wire.SLOW;
    CompletableFuture<Void> unused = first.releaseAsync();
    bench.store.deliver();
    assertFalse(next.isDone(), "of what it has now, nothing is left beside the delay");
    bench.store.deliver();
    bench.advance(1);
    bench.store.deliver();
    long left = got(next).remaining().toMillis();
    assertTrue(8_817 <= left && left <= 8_820, "" + left);
  }

  @Test
  void itIsRenewedLikeAnyOther() {
    Lease lease = taken(DELAYED);
    bench.advance(60_000);
    assertTrue(lease.isHeld());
    lease.ensure(Duration.ofSeconds(8));
    assertThrows(IllegalArgumentException.class, () -> lease.ensure(Duration.ofSeconds(10)));
  }

  @Test
  void aHoldAskedForWithoutDelayIsNotGivenToWhoWantsOne() {
    Lease held = other.mutex("a", NINE).tryAcquire().orElseThrow();
    CompletableFuture<Lease> plain = client.mutex("a", NINE).acquireAsync();
    CompletableFuture<Lease> delayed = client.mutex("a", DELAYED).acquireAsync();
    assertTrue(plain.cancel(false));
    held.close();
    bench.advance(100);
    Lease lease = got(delayed);
    bench.store.wire = Wire.CUT;
    bench.advance(9_000);
    assertFalse(lease.isHeld());
    bench.store.wire = Wire.WELL;
    bench.pause();
    bench.advance(4_800);
    assertFalse(isFree());
  }

  @Test
  void itIsNotForReaders() {
    assertThrows(IllegalArgumentException.class, () -> client.readWrite("a", DELAYED));
    assertTrue(client.readWrite("a", NINE, DELAYED).write().tryAcquire().isPresent());
    assertThrows(IllegalArgumentException.class, () -> NINE.lockDelay(Duration.ofMillis(-1)));
  }
}
