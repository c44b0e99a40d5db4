package dev.holdfast.internal.locks;

import dev.holdfast.HeldLock;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.internal.engine.HeldLease;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.locks.Reentrancy.Entry;
import dev.holdfast.internal.locks.Reentrancy.HolderKey;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * A lock seen as a {@link Lock}: reentrant per thread, nested locks without a store call. The views
 * of one name and client know of each other: a thread that writes may also read, and goes on
 * reading when it has ceased to write; one that only reads cannot write.
 */
public final class LockView implements HeldLock {
  private final NamedLock lock;
  private final Reentrancy reentrancy;

  LockView(NamedLock lock, Reentrancy reentrancy) {
    this.lock = lock;
    this.reentrancy = reentrancy;
  }

  @Override
  public void lock() {
    HolderKey key = Reentrancy.key(lock);
    if (!nested(key)) {
      enter(key, lock.acquireUninterruptibly());
    }
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    failIfInterrupted();
    HolderKey key = Reentrancy.key(lock);
    if (!nested(key)) {
      enter(key, lock.acquire());
    }
  }

  @Override
  public boolean tryLock() {
    HolderKey key = Reentrancy.key(lock);
    Entry mine = held(key);
    return mine == null ? enter(key, lock.tryAcquire()) : nest(mine);
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    failIfInterrupted();
    HolderKey key = Reentrancy.key(lock);
    Entry mine = held(key);
    return mine == null ? enter(key, lock.tryAcquire(timeout(time, unit))) : nest(mine);
  }

  private void failIfInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted before locking '" + lock.name() + "'");
    }
  }

  private static Duration timeout(long time, TimeUnit unit) {
    return Duration.ofNanos(unit.toNanos(time)); // which knows no overflow, only very long
  }

  @Override
  public void unlock() {
    HolderKey key = Reentrancy.key(lock);
    LockSettings settings = lock.settings();
    Entry top = reentrancy.mine(key);
    Entry mine = top == null ? null : top.unlockedBy(settings);
    if (mine == null) {
      throw new IllegalMonitorStateException(
          "this thread does not hold '" + lock.name() + "'; nothing was unlocked");
    }
    if (mine.isOwed()) {
      countDown(key, mine);
      mine.lease.failIfLost();
    } else if (mine.lease.isReleased()) {
      countDown(key, mine);
      throw new IllegalMonitorStateException(
          "this thread does not hold '"
              + lock.name()
              + "' any more: its lease was released, or exchanged, before this; nothing was"
              + " unlocked");
    } else {
      unlock(key, mine);
    }
  }

  /** Counts one less; returns whether that was the last. */
  private boolean countDown(HolderKey key, Entry mine) {
    mine.add(lock.settings(), -1);
    boolean over = mine.isOver();
    if (over) {
      reentrancy.leave(key, mine);
    }
    return over;
  }

  private void unlock(HolderKey key, Entry mine) {
    if (countDown(key, mine)) {
      mine.lease.close();
      return;
    }
    LockSettings settings = lock.settings();
    // Where the name must stay taken, the thread reads on under its write lease.
    boolean staysAWriter = settings.isShared() || mine.lease.mustStayTaken();
    LockSettings readsOn = staysAWriter ? null : mine.readsOnWith();
    try {
      if (readsOn == null) {
        mine.lease.failIfLost();
      } else {
        mine.lease = NamedLock.downgrade(mine.lease, readsOn);
      }
    } catch (LeaseLostException lost) {
      mine.isToldLost();
      throw lost;
    }
  }

  @Override
  public boolean isHeldByCurrentThread() {
    return holding() != null;
  }

  @Override
  public int holdCount() {
    Entry mine = holding();
    return mine == null ? 0 : mine.count(lock.settings());
  }

  @Override
  public Optional<Lease> lease() {
    Entry mine = holding();
    return mine == null ? Optional.empty() : Optional.of(mine.lease);
  }

  /** This thread's entry, if it holds this side of the lock now. */
  private @Nullable Entry holding() {
    Entry mine = reentrancy.mine(lock);
    boolean holds =
        mine != null && !mine.isOwed() && mine.count(lock.settings()) > 0 && mine.lease.isHeld();
    return holds ? mine : null;
  }

  @Override
  public Condition newCondition() {
    throw new UnsupportedOperationException("a distributed lock has no conditions");
  }

  /**
   * This thread's entry, if it holds either side of the lock. A thread that believes that it does
   * is told first if it does not, whatever it asks for.
   */
  private @Nullable Entry held(HolderKey key) {
    Entry mine = reentrancy.mine(key);
    if (mine == null || mine.isOwed() || mine.lease.isReleased()) {
      return null;
    }
    mine.lease.failIfLost();
    return mine;
  }

  /** Counts one more if this thread holds already. */
  private boolean nested(HolderKey key) {
    Entry mine = held(key);
    if (mine != null && !nest(mine)) {
      throw new IllegalMonitorStateException(
          "this thread reads '"
              + lock.name()
              + "' and would wait for itself if it asked to write; nothing was locked");
    }
    return mine != null;
  }

  /** Counts one more, unless this thread asks to write and has only the right to read. */
  private boolean nest(Entry mine) {
    LockSettings settings = lock.settings();
    boolean may = settings.isShared() || mine.count(settings) > 0;
    if (may) {
      mine.add(settings, 1);
    }
    return may;
  }

  private boolean enter(HolderKey key, Optional<Lease> lease) {
    if (lease.isEmpty()) {
      return false;
    }
    enter(key, lease.get());
    return true;
  }

  private void enter(HolderKey key, Lease lease) {
    reentrancy.enter(key, lock.settings(), (HeldLease) lease);
  }

  @Override
  public String toString() {
    return "Lock[" + lock.name() + "]";
  }
}
