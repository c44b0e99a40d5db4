package dev.holdfast.internal;

import dev.holdfast.Lease;
import dev.holdfast.internal.Reentrancy.Entry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/** A lock seen as a {@link Lock}: reentrant per thread, nested locks without a store call. */
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
    return nested() || enter(mutex.tryAcquire());
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted before locking '" + mutex.name() + "'");
    }
    return nested() || enter(mutex.tryAcquire(timeout(time, unit)));
  }

  @Override
  public void unlock() {
    Entry mine = reentrancy.mine(mutex.name());
    if (mine == null) {
      throw new IllegalMonitorStateException(
          "this thread does not hold '" + mutex.name() + "'; nothing was unlocked");
    }
    if (--mine.count == 0) {
      reentrancy.leave(mutex.name());
      mine.lease.close();
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
    mine.count++;
    return true;
  }

  private boolean enter(Optional<Lease> lease) {
    lease.ifPresent(this::enter);
    return lease.isPresent();
  }

  private void enter(Lease lease) {
    reentrancy.enter(mutex.name(), (HeldLease) lease);
  }

  @Override
  public String toString() {
    return "Lock[" + mutex.name() + "]";
  }
}
