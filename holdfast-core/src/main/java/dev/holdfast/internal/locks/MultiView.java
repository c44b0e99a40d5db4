package dev.holdfast.internal.locks;

import dev.holdfast.HeldLock;
import dev.holdfast.Lease;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.LongSupplier;

/**
 * All of several locks seen as a {@link HeldLock}: locks the view of each, in order, so that each
 * is reentrant together with the other views of its name.
 */
public final class MultiView implements HeldLock {
  private final String name;
  private final List<HeldLock> parts;
  private final LongSupplier nanos;

  MultiView(String name, List<HeldLock> parts, LongSupplier nanos) {
    this.name = name;
    this.parts = parts;
    this.nanos = nanos;
  }

  /** One way to lock one part; returns whether it is locked. */
  private interface Locking<X extends Exception> {
    boolean lock(Lock part) throws X;
  }

  /** Locks all, or none. */
  private <X extends Exception> boolean lockAll(Locking<X> locking) throws X {
    int locked = 0;
    try {
      while (locked < parts.size() && locking.lock(parts.get(locked))) {
        locked++;
      }
      return locked == parts.size();
    } finally {
      if (locked < parts.size()) {
        unlock(locked);
      }
    }
  }

  @Override
  public void lock() {
    boolean unused =
        lockAll(
            part -> {
              part.lock();
              return true;
            });
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    boolean unused =
        lockAll(
            part -> {
              part.lockInterruptibly();
              return true;
            });
  }

  @Override
  public boolean tryLock() {
    return lockAll(Lock::tryLock);
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    long start = nanos.getAsLong();
    long timeout = Math.max(0, unit.toNanos(time)); // which less nothing does not overflow
    return lockAll(
        part -> part.tryLock(timeout - (nanos.getAsLong() - start), TimeUnit.NANOSECONDS));
  }

  @Override
  public void unlock() {
    unlock(parts.size());
  }

  /** Unlocks the first {@code some}, all of them even if one was lost; throws for the last such. */
  private void unlock(int some) {
    if (some > 0) {
      try {
        parts.get(some - 1).unlock();
      } finally {
        unlock(some - 1);
      }
    }
  }

  @Override
  public boolean isHeldByCurrentThread() {
    return parts.stream().allMatch(HeldLock::isHeldByCurrentThread);
  }

  @Override
  public int holdCount() {
    return parts.stream().mapToInt(HeldLock::holdCount).min().orElseThrow();
  }

  @Override
  public Optional<Lease> lease() {
    if (isHeldByCurrentThread()) {
      throw new UnsupportedOperationException(
          "asked for the one lease of the view of '"
              + name
              + "', but each of its names was locked by itself and has a lease of its own; ask the"
              + " view of one name, or acquire() all of them, which gives one lease");
    }
    return Optional.empty();
  }

  @Override
  public Condition newCondition() {
    throw new UnsupportedOperationException("a distributed lock has no conditions");
  }

  @Override
  public String toString() {
    return "Lock[" + name + "]";
  }
}
