package dev.holdfast.tck.client;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.WaitInfo;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.FaultyStore;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;

/** W7, and W2 and L2 for a thread that waits: what is seen of it, and what an interrupt does. */
@SuppressWarnings("LockNotBeforeTry") // the tests say themselves what is locked when
public interface WaitingThreadRules extends RuleGroup {
  @Test
  default void required_L2_aThreadThatWaitsIsSeenToWait(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    FaultyStore counting = FaultyStore.of(rig);
    Holdfast b = rig.holdfast("b", counting);
    Lease held = a.mutex("n").acquire();
    Lock view = b.mutex("n").asLock();
    FutureTask<Boolean> untimed = new FutureTask<>(() -> lockedAndUnlocked(view, false));
    Thread first = started(untimed);
    isQueued(a, counting);
    isSeen(first, Thread.State.WAITING);
    FutureTask<Boolean> timed = new FutureTask<>(() -> lockedAndUnlocked(view, true));
    Thread second = started(timed);
    waits(b, 2);
    isSeen(second, Thread.State.TIMED_WAITING);
    held.close();
    assertTrue(untimed.get(30, SECONDS) && timed.get(30, SECONDS));
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  private static boolean lockedAndUnlocked(Lock view, boolean timed) throws InterruptedException {
    boolean locked = true;
    if (timed) {
      locked = view.tryLock(1, HOURS);
    } else {
      view.lock();
    }
    view.unlock();
    return locked;
  }

  @Test
  default void required_W2_anInterruptDoesNotEndALockThatMayNotBeInterrupted(Rig rig)
      throws Exception {
    Holdfast a = rig.holdfast("a");
    FaultyStore counting = FaultyStore.of(rig);
    Lease held = a.mutex("n").acquire();
    Lock view = rig.holdfast("b", counting).mutex("n").asLock();
    Callable<Boolean> locking =
        () -> {
          view.lock();
          boolean interrupted = Thread.currentThread().isInterrupted();
          view.unlock();
          return interrupted && Thread.interrupted();
        };
    FutureTask<Boolean> task = new FutureTask<>(locking);
    Thread thread = started(task);
    isQueued(a, counting);
    isSeen(thread, Thread.State.WAITING);
    thread.interrupt();
    // The flag is cleared when the wait takes the interrupt in, and set again at its end.
    Until.met(
        Duration.ofSeconds(10),
        "it waits on",
        () -> !thread.isInterrupted() && thread.getState() == Thread.State.WAITING);
    assertFalse(task.isDone());
    assertTrue(held.isHeld());
    held.close();
    assertTrue(task.get(30, SECONDS), "it is interrupted when it has locked, and unlocked");
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_W7_aThreadThatWouldWaitForItselfIsToldSo(Rig rig) throws Exception {
    FaultyStore counting = FaultyStore.of(rig);
    Holdfast a = rig.holdfast("a", counting);
    DistributedLock lock = a.mutex("n", LockOptions.defaults().failOnSelfWait(true));
    Lease lease = lock.acquire();
    int asked = counting.acquires();
    assertThrows(IllegalStateException.class, () -> lock.tryAcquire(Duration.ofMillis(200)));
    assertThrows(IllegalStateException.class, () -> lock.acquire(Duration.ofMillis(200)));
    assertThrows(IllegalStateException.class, lock::acquire);
    assertThrows(IllegalStateException.class, lock.asLock()::lock);
    assertTrue(lock.tryAcquire().isEmpty(), "a try does not wait");
    assertEquals(asked, counting.acquires());
    assertTrue(a.waits().isEmpty());
    FutureTask<Boolean> other =
        new FutureTask<>(
            () -> {
              try (Lease next = lock.acquire()) {
                return next.isHeld();
              }
            });
    Thread thread = started(other);
    waits(a, 1);
    isSeen(thread, Thread.State.WAITING);
    assertTrue(lease.isHeld());
    lease.close();
    assertTrue(other.get(30, SECONDS), "another thread waits");
    Lock view = lock.asLock();
    view.lock();
    view.lock();
    view.unlock();
    view.unlock();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  /**
   * Waits until a client is queued, and has been told so: its thread waits then for the holder, and
   * no longer for the answer to its first request.
   */
  private static void isQueued(Holdfast other, FaultyStore counting) {
    Until.met(
        Duration.ofSeconds(10),
        "it is queued",
        () -> counting.acquiresAnswered() > 0 && other.inspect("n").waiters().size() == 1);
  }

  /** Waits until this number of requests of the client wait. */
  private static void waits(Holdfast client, int requests) {
    Until.met(
        Duration.ofSeconds(10),
        requests + " wait",
        () -> client.waits().stream().mapToInt(WaitInfo::requests).sum() == requests);
  }

  private static void isSeen(Thread thread, Thread.State state) {
    Until.met(Duration.ofSeconds(10), "it is " + state, () -> thread.getState() == state);
  }

  private static Thread started(Runnable task) {
    Thread thread = new Thread(task, "tck-waits");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
