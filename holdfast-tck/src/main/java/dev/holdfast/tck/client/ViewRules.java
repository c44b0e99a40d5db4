package dev.holdfast.tck.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.HeldLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Racers;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.FaultyStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;

/**
 * A1, A2, X2, W2 and L1 for the view of a lock as a {@link Lock}, the only thing that knows
 * threads.
 */
@SuppressWarnings("LockNotBeforeTry") // what unlock() does is what these tests ask
public interface ViewRules extends RuleGroup {
  @Test
  default void required_A1_aViewIsReentrantPerThreadAndExcludesOthers(Rig rig) throws Exception {
    FaultyStore counting = FaultyStore.of(rig);
    Holdfast a = rig.holdfast("a", counting);
    Holdfast b = rig.holdfast("b");
    Lock view = a.mutex("n").asLock();
    Lock sameName = a.mutex("n").asLock();
    view.lock();
    int asked = counting.acquires();
    sameName.lock();
    assertTrue(view.tryLock());
    assertTrue(sameName.tryLock(1, TimeUnit.SECONDS));
    view.lockInterruptibly();
    assertEquals(asked, counting.acquires(), "a nested lock asks the store nothing");
    for (int i = 0; i < 5; i++) {
      assertFalse(elsewhere(() -> a.mutex("n").asLock().tryLock()), "another thread");
      assertFalse(b.mutex("n").asLock().tryLock(), "another client");
      (i % 2 == 0 ? view : sameName).unlock();
    }
    assertTrue(
        elsewhere(
            () -> {
              Lock other = b.mutex("n").asLock();
              boolean locked = other.tryLock();
              other.unlock();
              return locked;
            }));
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_A1_viewsProtectACounter(Rig rig) throws Exception {
    AtomicInteger counter = new AtomicInteger();
    List<Lock> views =
        List.of(rig.holdfast("a").mutex("n").asLock(), rig.holdfast("b").mutex("n").asLock());
    Runnable work =
        () -> {
          for (int i = 0; i < 20; i++) {
            Lock view = views.get(i % 2);
            view.lock();
            try {
              int read = counter.get();
              Racers.pause();
              counter.set(read + 1);
            } finally {
              view.unlock();
            }
          }
        };
    Racers.run(List.of(work, work, work, work));
    assertEquals(80, counter.get());
  }

  @Test
  default void required_X2_aStrangerCannotUnlockAView(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Lock view = a.mutex("n").asLock();
    assertThrows(IllegalMonitorStateException.class, view::unlock);
    view.lock();
    assertTrue(
        elsewhere(
            () -> {
              assertThrows(IllegalMonitorStateException.class, view::unlock);
              return true;
            }));
    assertFalse(rig.holdfast("b").mutex("n").asLock().tryLock(), "it is still held");
    view.unlock();
    assertThrows(IllegalMonitorStateException.class, view::unlock);
    assertThrows(UnsupportedOperationException.class, view::newCondition);
    try (Lease lease = a.mutex("n").acquire(Duration.ofSeconds(20))) {
      assertThrows(IllegalMonitorStateException.class, view::unlock);
      assertTrue(lease.isHeld(), "a lease is not a view's to unlock");
    }
  }

  @Test
  default void required_L1_aLostViewThrowsOnUnlockAndOnNesting(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    Lock view = a.mutex("n", LockOptions.defaults().lease(rig.shortLease())).asLock();
    view.lock();
    assertTrue(b.breakHold("n"));
    Until.met(
        Duration.ofSeconds(10),
        "the loss arrives",
        () -> {
          try {
            view.lock();
            view.unlock();
            return false;
          } catch (LeaseLostException lost) {
            return true;
          }
        });
    assertThrows(LeaseLostException.class, view::unlock);
    assertThrows(IllegalMonitorStateException.class, view::unlock);
    view.lock();
    view.unlock();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_L1_oneUnlockAfterALossLetsAThreadLockAnew(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    HeldLock view = a.mutex("n").asLock();
    view.lock();
    view.lock();
    view.lock();
    long lost = view.lease().orElseThrow().token();
    breakAndLose(a, view);
    assertThrows(LeaseLostException.class, view::lock);
    assertThrows(LeaseLostException.class, view::tryLock);
    assertThrows(LeaseLostException.class, () -> view.tryLock(1, TimeUnit.SECONDS));
    assertThrows(LeaseLostException.class, view::unlock);
    assertTrue(view.tryLock(20, TimeUnit.SECONDS), "it was told, and may lock anew");
    assertTrue(view.lease().orElseThrow().token() > lost);
    view.unlock();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_L1_unlocksThatAreOwedAfterALossTellItAndReleaseNothingNew(Rig rig)
      throws Exception {
    Holdfast a = rig.holdfast("a");
    HeldLock view = a.mutex("n").asLock();
    view.lock();
    view.lock();
    view.lock();
    breakAndLose(a, view);
    assertThrows(LeaseLostException.class, view::unlock);
    view.lock();
    view.lock();
    Lease anew = view.lease().orElseThrow();
    view.unlock();
    assertTrue(anew.isHeld(), "the inner unlock is that of the inner lock");
    view.unlock();
    assertThrows(LeaseLostException.class, view::unlock);
    view.lock();
    Lease last = view.lease().orElseThrow();
    assertTrue(last.isHeld());
    view.unlock();
    assertThrows(LeaseLostException.class, view::unlock);
    Class<?> none = assertThrows(IllegalMonitorStateException.class, view::unlock).getClass();
    assertEquals(IllegalMonitorStateException.class, none, "nothing is owed any more");
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  private static void breakAndLose(Holdfast own, HeldLock view) throws Exception {
    Lease lease = view.lease().orElseThrow();
    assertTrue(own.breakHold("n"));
    Until.met(Duration.ofSeconds(10), "the loss arrives", () -> isLost(lease));
    assertFalse(view.isHeldByCurrentThread());
    assertEquals(0, view.holdCount());
    assertTrue(view.lease().isEmpty());
  }

  /** Asks for more than is left, so that the store is asked now. */
  private static boolean isLost(Lease lease) {
    try {
      lease.ensure(LockOptions.defaults().lease().multipliedBy(49).dividedBy(50));
    } catch (LeaseLostException | StoreException lostOrLess) {
      return !lease.isHeld();
    }
    return !lease.isHeld();
  }

  @Test
  default void required_A1_aViewSaysWhetherItsThreadHoldsIt(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    HeldLock view = a.mutex("n").asLock();
    assertFalse(view.isHeldByCurrentThread());
    assertEquals(0, view.holdCount());
    view.lock();
    view.lock();
    assertTrue(view.isHeldByCurrentThread());
    assertEquals(2, view.holdCount());
    Lease lease = view.lease().orElseThrow();
    assertTrue(lease.isHeld() && lease.token() > 0);
    assertTrue(rig.holdfast("b").inspect("n").isHeld());
    assertFalse(
        elsewhere(
            () ->
                view.isHeldByCurrentThread() || view.holdCount() > 0 || view.lease().isPresent()));
    view.unlock();
    assertEquals(1, view.holdCount());
    lease.close();
    assertFalse(view.isHeldByCurrentThread());
    assertEquals(0, view.holdCount());
    assertTrue(view.lease().isEmpty());
    assertThrows(IllegalMonitorStateException.class, view::unlock);
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_A2_aViewThatIsNotToWaitIsAnsweredAtOnce(Rig rig) throws Exception {
    Lease held = rig.holdfast("a").mutex("n").acquire();
    Lock view = rig.holdfast("b").mutex("n").asLock();
    assertFalse(view.tryLock());
    assertFalse(view.tryLock(0, TimeUnit.DAYS));
    assertFalse(view.tryLock(-1, TimeUnit.DAYS));
    assertFalse(view.tryLock(Long.MIN_VALUE, TimeUnit.DAYS));
    assertThrows(IllegalMonitorStateException.class, view::unlock);
    assertTrue(held.isHeld());
    held.close();
    assertTrue(view.tryLock(0, TimeUnit.DAYS), "it is free, so there is nothing to wait for");
    view.unlock();
    assertTrue(view.tryLock(Long.MIN_VALUE, TimeUnit.DAYS));
    view.unlock();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_W2_anInterruptComesBeforeALockThatMayBeInterrupted(Rig rig)
      throws Exception {
    Lock view = rig.holdfast("a").mutex("n").asLock();
    assertInterruptsComeFirst(view);
    assertThrows(IllegalMonitorStateException.class, view::unlock);
    view.lock();
    assertInterruptsComeFirst(view);
    Thread.currentThread().interrupt();
    view.lock();
    assertTrue(view.tryLock(), "neither looks at interrupts");
    assertTrue(Thread.interrupted(), "nor takes them away");
    for (int i = 0; i < 3; i++) {
      view.unlock();
    }
    assertThrows(IllegalMonitorStateException.class, view::unlock);
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  private static void assertInterruptsComeFirst(Lock view) {
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, view::lockInterruptibly);
    assertFalse(Thread.currentThread().isInterrupted());
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, () -> view.tryLock(1, TimeUnit.SECONDS));
    assertFalse(Thread.interrupted());
  }

  @Test
  default void required_W2_anInterruptEndsTheWaitOfAView(Rig rig) throws Exception {
    Lease held = rig.holdfast("a").mutex("n").acquire();
    Lock view = rig.holdfast("b").mutex("n").asLock();
    assertFalse(view.tryLock(200, TimeUnit.MILLISECONDS));
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, view::lockInterruptibly);
    assertThrows(IllegalMonitorStateException.class, view::unlock);
    held.close();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  private static boolean elsewhere(java.util.function.BooleanSupplier question) throws Exception {
    return CompletableFuture.supplyAsync(
            question::getAsBoolean, task -> new Thread(task, "tck-other").start())
        .get(20, TimeUnit.SECONDS);
  }
}
