package dev.holdfast.internal.locks;

import dev.holdfast.Lease;
import dev.holdfast.internal.engine.HeldLease;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.locks.Reentrancy.Entry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * A lock seen as a {@link Lock}: reentrant per thread, nested locks without a store call. The views
 * of one name and client know of each other: a thread that writes may also read, and goes on
 * reading when it has ceased to write; one that only reads cannot write.
 */
public final class LockView implements Lock {
  private final NamedLock lock;
  private final Reentrancy reentrancy;

  LockView(NamedLock lock, Reentrancy reentrancy) {
    this.lock = lock;
    this.reentrancy = reentrancy;
  }

  @Override
  public void lock() {
    if (!nested()) {
      enter(lock.acquireUninterruptibly());
    }
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted before locking '" + lock.name() + "'");
    }
    if (!nested()) {
      enter(lock.acquire());
    }
  }

  @Override
  public boolean tryLock() {
    failIfLost();
    return !readsOnly() && (nested() || enter(lock.tryAcquire()));
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted before locking '" + lock.name() + "'");
    }
    failIfLost();
    return !readsOnly() && (nested() || enter(lock.tryAcquire(timeout(time, unit))));
  }

  @Override
  public void unlock() {
    Entry mine = reentrancy.mine(lock);
    LockSettings settings = lock.settings();
    if (mine == null || mine.count(settings) == 0) {
      throw new IllegalMonitorStateException(
          "this thread does not hold '" + lock.name() + "'; nothing was unlocked");
    }
    mine.add(settings, -1);
    // Where the name must stay taken, the thread reads on under its write lease.
    boolean staysAWriter = settings.isShared() || mine.lease.mustStayTaken();
    LockSettings readsOn = staysAWriter ? null : mine.readsOnWith();
    if (mine.isOver()) {
      reentrancy.leave(lock);
      mine.lease.close();
    } else if (readsOn != null) {
      mine.lease = lock.downgrade(mine.lease, readsOn);
    } else {
      mine.lease.failIfLost();
    }
  }

  @Override
  public Condition newCondition() {
    throw new UnsupportedOperationException("a distributed lock has no conditions");
  }

  private static Duration timeout(long time, TimeUnit unit) {
    return Duration.ofNanos(unit.toNanos(time)); // which knows no overflow, only very long
  }

  /** A thread that believes that it holds the name is told first, whatever it asks for. */
  private void failIfLost() {
    Entry mine = reentrancy.mine(lock);
    if (mine != null) {
      mine.lease.failIfLost();
    }
  }

  /** Counts one more if this thread holds already. */
  private boolean nested() {
    Entry mine = reentrancy.mine(lock);
    if (mine == null) {
      return false;
    }
    mine.lease.failIfLost();
    if (readsOnly()) {
      throw new IllegalMonitorStateException(
          "this thread reads '"
              + lock.name()
              + "' and would wait for itself if it asked to write; nothing was locked");
    }
    mine.add(lock.settings(), 1);
    return true;
  }

  /** Whether this thread asks to write and has only the right to read. */
  private boolean readsOnly() {
    Entry mine = reentrancy.mine(lock);
    return mine != null && !lock.settings().isShared() && mine.count(lock.settings()) == 0;
  }

  private boolean enter(Optional<Lease> lease) {
    lease.ifPresent(this::enter);
    return lease.isPresent();
  }

  private void enter(Lease lease) {
    reentrancy.enter(lock, (HeldLease) lease);
  }

  @Override
  public String toString() {
    return "Lock[" + lock.name() + "]";
  }
}
