package dev.holdfast.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.StoreException;
import dev.holdfast.test.WiredStore.Wire;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Threads that wait in a blocking call: what wakes them, and what an interrupt does. */
class BlockingCallTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private final Workbench bench = new Workbench();
  private final Holdfast client = bench.client("mine");
  private final Holdfast other = bench.client("other");
  private final DistributedLock lock = client.mutex("a");

  @AfterEach
  void leaveNoInterrupt() {
    boolean unused = Thread.interrupted();
  }

  private Lease theyHold() {
    return other.mutex("a").tryAcquire().orElseThrow();
  }

  @Test
  void aReleaseWakesWhoWaits() throws Exception {
    for (Callable<Lease> each :
        List.<Callable<Lease>>of(
            lock::acquire,
            () -> lock.acquire(HOUR),
            lock::acquireUninterruptibly,
            () -> lock.tryAcquire(HOUR).orElseThrow())) {
      Lease held = theyHold();
      Call<Lease> waiting = new Call<>(each).parkedAtAll();
      held.close();
      assertTrue(waiting.get().isHeld());
      assertFalse(waiting.isInterrupted());
      waiting.get().close();
    }
  }

  @Test
  void anInterruptEndsTheWaitAndThePlace() throws Exception {
    for (Callable<Lease> each :
        List.<Callable<Lease>>of(
            lock::acquire, () -> lock.acquire(HOUR), () -> lock.tryAcquire(HOUR).orElseThrow())) {
      Lease held = theyHold();
      Call<Lease> waiting = new Call<>(each).parkedAtAll();
      waiting.thread().interrupt();
      Throwable interrupted = waiting.failure();
      assertInstanceOf(InterruptedException.class, interrupted);
      assertEquals("interrupted while waiting for 'a'", interrupted.getMessage());
      assertFalse(waiting.isInterrupted(), "the exception says it");
      assertEquals(List.of(), other.inspect("a").waiters());
      held.close();
    }
  }

  @Test
  void anInterruptDoesNotEndAnUninterruptibleWaitAndIsKept() throws Exception {
    Lease held = theyHold();
    Call<Lease> waiting = new Call<>(lock::acquireUninterruptibly).parked();
    waiting.thread().interrupt();
    while (waiting.thread().isInterrupted()) { // until it has noticed
      Thread.onSpinWait();
    }
    waiting.parked();
    held.close();
    assertTrue(waiting.get().isHeld());
    assertTrue(waiting.isInterrupted());
  }

  @Test
  void anInterruptThatIsThereAlreadyEndsTheCallBeforeItAsks() {
    bench.store.forget();
    Thread.currentThread().interrupt();
    InterruptedException refused = assertThrows(InterruptedException.class, lock::acquire);
    assertEquals("interrupted before asking for 'a'", refused.getMessage());
    assertEquals(0, bench.store.asked());
    assertFalse(Thread.currentThread().isInterrupted());
  }

  @Test
  void aTryIsNotDisturbedByAnInterrupt() {
    Thread.currentThread().interrupt();
    assertTrue(lock.tryAcquire().isPresent());
    assertTrue(Thread.interrupted());
  }

  @Test
  void aTryWhoseAnswerComesLaterWaitsForItAndKeepsAnInterrupt() throws Exception {
    bench.store.wire = Wire.SLOW;
    Call<Optional<Lease>> trying = new Call<>(lock::tryAcquire).parked();
    trying.thread().interrupt();
    while (trying.thread().isInterrupted()) {
      Thread.onSpinWait();
    }
    trying.parked();
    bench.store.deliver();
    assertTrue(trying.get().orElseThrow().isHeld());
    assertTrue(trying.isInterrupted());
  }

  @Test
  void anInterruptThatMeetsAGrantGivesItBack() throws Exception {
    bench.store.wire = Wire.SLOW;
    Call<Lease> asking = new Call<>(lock::acquire).parked();
    asking.thread().interrupt();
    assertInstanceOf(InterruptedException.class, asking.failure());
    bench.store.wire = Wire.WELL;
    bench.store.deliver();
    assertFalse(client.inspect("a").isHeld());
  }

  @Test
  void aTimeoutSaysWhoHolds() throws Exception {
    Lease held = theyHold();
    Call<Lease> waiting = new Call<>(() -> lock.acquire(Duration.ofSeconds(5))).parkedForAWhile();
    Call<Optional<Lease>> trying =
        new Call<>(() -> lock.tryAcquire(Duration.ofSeconds(5))).parkedForAWhile();
    bench.advance(5_000);
    LockTimeoutException late = assertInstanceOf(LockTimeoutException.class, waiting.failure());
    assertEquals("other", late.holder().orElseThrow().client());
    assertTrue(late.getMessage().contains("within 5 s"), late.getMessage());
    assertEquals(Optional.empty(), trying.get());
    assertTrue(held.isHeld());
  }

  @Test
  void whatTheStoreSaysIsThrownWhereItWasAsked() {
    bench.store.wire = Wire.REFUSED;
    // A name each: what was asked of one is ended before it is asked for again.
    assertThrows(StoreException.class, () -> client.mutex("b").acquire());
    assertThrows(StoreException.class, () -> client.mutex("c").acquire(HOUR));
    assertThrows(StoreException.class, () -> client.mutex("d").tryAcquire(HOUR));
    assertThrows(StoreException.class, () -> client.mutex("e").acquireUninterruptibly());
    assertThrows(StoreException.class, () -> client.mutex("f").tryAcquire());
  }

  @Test
  void aTimeoutThatIsMissingIsAMistakeAndOneThatIsOverIsATry() throws InterruptedException {
    assertThrows(NullPointerException.class, () -> lock.acquire(null));
    assertThrows(NullPointerException.class, () -> lock.tryAcquireAsync(null));
    Lease held = theyHold();
    for (Duration over : List.of(Duration.ZERO, Duration.ofNanos(-1), Duration.ofDays(-400_000))) {
      assertEquals(Optional.empty(), lock.tryAcquire(over));
      assertEquals(Optional.empty(), Now.got(lock.tryAcquireAsync(over)));
    }
    assertEquals(List.of(), other.inspect("a").waiters());
    assertTrue(held.isHeld());
  }

  @Test
  void theLongestTimeoutIsAWait() {
    Lease held = theyHold();
    CompletableFuture<Optional<Lease>> waiting =
        lock.tryAcquireAsync(Duration.ofSeconds(Long.MAX_VALUE));
    bench.advance(60_000);
    assertFalse(waiting.isDone());
    held.close();
    assertTrue(Now.got(waiting).isPresent());
  }
}
