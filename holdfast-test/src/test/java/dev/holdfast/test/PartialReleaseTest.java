package dev.holdfast.test;

import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedSemaphore;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockInfo;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.test.WiredStore.Wire;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A part of a lease's permits is given back, whatever becomes of the request. */
class PartialReleaseTest {
  private final Workbench bench = new Workbench();
  private final Holdfast client = bench.client("mine");
  private final Holdfast other = bench.client("other");
  private final DistributedSemaphore mine = client.semaphore("gpu", 4);
  private final DistributedSemaphore others = other.semaphore("gpu", 4);
  private final Lease lease = mine.tryAcquire(3).orElseThrow();

  private List<Integer> held() {
    bench.store.wire = Wire.WELL;
    return client.inspect("gpu").holds().stream().map(LockInfo.Hold::permits).toList();
  }

  private void release(Wire wire, int permits) {
    bench.store.wire = wire;
    lease.release(permits);
  }

  @Test
  void aRequestThatDoesNotArriveIsRepeated() {
    release(Wire.CUT, 1);
    release(Wire.CUT, 1);
    assertEquals(1, lease.permits(), "the client believes in less than the store has");
    assertEquals(List.of(3), held());
    bench.advance(2_000);
    assertEquals(List.of(1), held());
    assertTrue(lease.isHeld());
  }

  @Test
  void anAnswerThatIsLostGivesNothingBackTwice() {
    CompletableFuture<Lease> two = others.taking(2).acquireAsync();
    release(Wire.DEAF, 1);
    bench.advance(2_000);
    assertEquals(List.of(2, 2), held());
    assertTrue(got(two).isHeld());
    bench.advance(60_000);
    assertEquals(List.of(2, 2), held());
    assertEquals(2, lease.permits());
  }

  @Test
  void nothingIsRepeatedOnceTheLeaseHasEnded() {
    release(Wire.CUT, 1);
    lease.release();
    bench.store.wire = Wire.WELL;
    bench.advance(2_000);
    assertEquals(List.of(), held());
    Lease next = mine.tryAcquire(3).orElseThrow();
    bench.advance(2_000);
    assertEquals(List.of(3), held());
    assertEquals(3, next.permits());
  }

  @Test
  void aRefusalIsToldAndTheRestIsHeldOn() {
    StoreException refused = assertThrows(StoreException.class, () -> release(Wire.REFUSED, 2));
    assertFalse(refused.isTransient());
    assertEquals(1, lease.permits());
    assertTrue(lease.isHeld());
    assertEquals(List.of(3), held());
    bench.advance(2_000);
    assertEquals(List.of(3), held(), "it is not repeated");
    lease.release();
    assertEquals(List.of(), held());
  }

  @Test
  void aRenewalThatIsUnderWayGivesNoPermitsBackToTheLease() {
    bench.store.slowKeepAlives = true;
    bench.advance(11_000);
    lease.release(2);
    bench.store.slowKeepAlives = false;
    bench.store.deliver();
    bench.advance(60_000);
    assertEquals(1, lease.permits());
    assertEquals(List.of(1), held());
  }

  @Test
  void whatHasFewerPermitsIsNotLent() {
    lease.release(2);
    Lease three = others.tryAcquire(3).orElseThrow();
    CompletableFuture<Lease> next = mine.taking(3).acquireAsync();
    lease.release();
    assertFalse(next.isDone());
    assertEquals(List.of(3), held());
    three.close();
    assertTrue(got(next).isHeld());
  }

  @Test
  void aHoldThatIsGoneIsNoticed() {
    bench.store.pushing = false;
    assertTrue(other.breakHold("gpu"));
    assertTrue(lease.isHeld());
    lease.release(1);
    assertFalse(lease.isHeld());
    lease.release(1); // of a lost lease nothing is left to give back
  }

  @Test
  void allThatIsLeftIsTheRelease() {
    lease.release(1);
    assertThrows(IllegalArgumentException.class, () -> lease.release(3));
    assertThrows(IllegalArgumentException.class, () -> lease.release(-1));
    assertEquals(2, lease.permits());
    lease.release(2);
    assertEquals(List.of(), held());
    assertThrows(IllegalStateException.class, () -> lease.release(1));
  }

  @Test
  void whatHasNoPartsSaysSo() {
    Lease locked = client.mutex("a").tryAcquire().orElseThrow();
    Lease both = client.all(List.of("b", "c")).tryAcquire().orElseThrow();
    for (Lease one : List.of(locked, both)) {
      assertEquals(0, one.permits());
      assertThrows(UnsupportedOperationException.class, () -> one.release(1));
      assertTrue(one.isHeld());
    }
    LockOptions atLeast = LockOptions.defaults().holdAtLeast(Duration.ofSeconds(5));
    Lease kept = client.semaphore("kept", 2, atLeast).tryAcquire(2).orElseThrow();
    assertThrows(IllegalStateException.class, () -> kept.release(1));
    assertEquals(2, kept.permits());
  }
}
