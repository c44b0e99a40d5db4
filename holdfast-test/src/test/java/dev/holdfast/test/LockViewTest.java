package dev.holdfast.test;

import static dev.holdfast.test.Now.got;
import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** A lock as {@code java.util.concurrent} knows it. */
@SuppressWarnings("LockNotBeforeTry") // each test says itself what is locked when
class LockViewTest {
  private final Workbench bench = new Workbench();
  private final Holdfast client = bench.client("mine");
  private final Holdfast other = bench.client("other");
  private final Lock view = client.mutex("a").asLock();

  @AfterEach
  void leaveNoInterrupt() {
    boolean unused = Thread.interrupted();
  }

  private boolean isHeld() {
    return other.inspect("a").isHeld();
  }

  @Test
  void nestedLocksAskNothingAndTheLastUnlockFrees() throws InterruptedException {
    view.lock();
    bench.store.forget();
    view.lock();
    view.lockInterruptibly();
    assertTrue(view.tryLock());
    assertTrue(view.tryLock(1, DAYS));
    assertTrue(client.mutex("a").asLock().tryLock(), "another view of the same lock");
    assertEquals(0, bench.store.asked());
    for (int i = 0; i < 5; i++) {
      view.unlock();
      assertTrue(isHeld());
    }
    view.unlock();
    assertFalse(isHeld());
    assertThrows(IllegalMonitorStateException.class, view::unlock);
  }

  @Test
  void eachWayToLockLocks() throws InterruptedException {
    view.lockInterruptibly();
    assertTrue(isHeld());
    view.unlock();
    assertTrue(view.tryLock());
    assertTrue(isHeld());
    view.unlock();
    assertTrue(view.tryLock(1, MILLISECONDS));
    assertTrue(isHeld());
    view.unlock();
    assertFalse(isHeld());
  }

  @Test
  void whatAnotherHoldsIsNotLocked() throws InterruptedException {
    Lease held = other.mutex("a").tryAcquire().orElseThrow();
    assertFalse(view.tryLock());
    assertFalse(view.tryLock(0, MILLISECONDS));
    assertFalse(view.tryLock(-1, DAYS));
    assertThrows(IllegalMonitorStateException.class, view::unlock);
    assertTrue(held.isHeld());
  }

  @Test
  void anInterruptComesFirstEvenWhereNothingWouldWait() {
    view.lock();
    for (Executable each :
        List.<Executable>of(view::lockInterruptibly, () -> view.tryLock(1, DAYS))) {
      Thread.currentThread().interrupt();
      assertThrows(InterruptedException.class, each);
      assertFalse(Thread.currentThread().isInterrupted());
    }
    view.unlock();
    assertFalse(isHeld(), "no count was left behind");
  }

  @Test
  void aLockThatIsNotInterruptibleLeavesTheInterrupt() {
    Thread.currentThread().interrupt();
    view.lock();
    assertTrue(view.tryLock());
    view.unlock();
    view.unlock();
    assertTrue(view.tryLock());
    assertTrue(Thread.interrupted());
    view.unlock();
    assertFalse(isHeld());
  }

  @Test
  void aThreadDoesNotUnlockWhatAnotherLocked() throws InterruptedException {
    view.lock();
    CompletableFuture<Boolean> locked = new CompletableFuture<>();
    CompletableFuture<Boolean> unlocked = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              locked.complete(view.tryLock());
              try {
                view.unlock();
                unlocked.complete(true);
              } catch (IllegalMonitorStateException refused) {
                unlocked.complete(false);
              }
            });
    thread.start();
    thread.join();
    assertFalse(got(locked));
    assertFalse(got(unlocked));
    assertTrue(isHeld());
    view.unlock();
  }

  @Test
  void aLossIsToldByTheNextCallWhicheverItIs() {
    view.lock();
    view.lock();
    client.breakHold("a");
    assertThrows(LeaseLostException.class, view::lock);
    assertThrows(LeaseLostException.class, view::tryLock);
    assertThrows(LeaseLostException.class, () -> view.tryLock(1, DAYS));
    assertThrows(LeaseLostException.class, view::lockInterruptibly);
    assertThrows(LeaseLostException.class, view::unlock);
    assertTrue(view.tryLock(), "and then it can be had again");
    view.unlock();
    assertThrows(LeaseLostException.class, view::unlock);
    assertThrows(IllegalMonitorStateException.class, view::unlock);
  }

  @Test
  void aDistributedLockHasNoConditions() {
    assertThrows(UnsupportedOperationException.class, view::newCondition);
  }
}
