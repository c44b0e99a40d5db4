package dev.holdfast.internal;

import dev.holdfast.Lease;
import dev.holdfast.internal.Reentrancy.Entry;
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
final class LockView implements Lock {
  private final Mutex mutex;
  private final Reentrancy reentrancy;

  LockView(Mutex mutex, Reentrancy reentrancy) {
    this.mutex = mutex;
    this.reentrancy = reentrancy;
  }

  @Override
  public void lock() {
    if (!nested()) {
      enter(mutex.acquireUninterruptibly());
    }
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted before locking '" + mutex.name() + "'");
    }
    if (!nested()) {
      enter(mutex.acquire());
    }
  }

  @Override
  public boolean tryLock() {
    return !readsOnly() && (nested() || enter(mutex.tryAcquire()));
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted before locking '" + mutex.name() + "'");
    }
    return !readsOnly() && (nested() || enter(mutex.tryAcquire(timeout(time, unit))));
  }

  @Override
  public void unlock() {
    Entry mine = reentrancy.mine(mutex.name());
    Terms terms = mutex.terms();
    if (mine == null || mine.count(terms) == 0) {
      throw new IllegalMonitorStateException(
          "this thread does not hold '" + mutex.name() + "'; nothing was unlocked");
    }
    mine.add(terms, -1);
    Terms readsOn = terms.isShared() ? null : mine.readsOnWith();
    if (mine.isOver()) {
      reentrancy.leave(mutex.name());
      mine.lease.close();
    } else if (readsOn != null) {
      mine.lease = mutex.downgrade(mine.lease, readsOn);
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

  /** Counts one more if this thread holds already. */
  private boolean nested() {
    Entry mine = reentrancy.mine(mutex.name());
    if (mine == null) {
      return false;
    }
    mine.lease.failIfLost();
    if (readsOnly()) {
      throw new IllegalMonitorStateException(
          "this thread reads '"
              + mutex.name()
              + "' and would wait for itself if it asked to write; nothing was locked");
    }
    mine.add(mutex.terms(), 1);
    return true;
  }

  /** Whether this thread asks to write and has only the right to read. */
  private boolean readsOnly() {
    Entry mine = reentrancy.mine(mutex.name());
    return mine != null && !mutex.terms().isShared() && mine.count(mutex.terms()) == 0;
  }

  private boolean enter(Optional<Lease> lease) {
    lease.ifPresent(this::enter);
    return lease.isPresent();
  }

  private void enter(Lease lease) {
    reentrancy.enter(mutex.name(), mutex.terms(), (HeldLease) lease);
  }

  @Override
  public String toString() {
    return "Lock[" + mutex.name() + "]";
  }
}
