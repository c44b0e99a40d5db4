package dev.holdfast.spring.integration;

import dev.holdfast.HeldLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.springframework.integration.support.locks.DistributedLock;

/** The lock of a key: a view of its mutex, whose lease may have another time. */
final class RegistryLock implements DistributedLock {
  private final Holdfast holdfast;
  private final String name;
  private final LockOptions options;
  private final HeldLock view;

  RegistryLock(Holdfast holdfast, String name, LockOptions options) {
    this.holdfast = holdfast;
    this.name = name;
    this.options = options;
    this.view = holdfast.mutex(name, options).asLock();
  }

  @Override
  public void lock() {
    view.lock();
  }

  @Override
  public void lock(Duration ttl) {
    lasting(ttl).lock();
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    view.lockInterruptibly();
  }

  @Override
  public boolean tryLock() {
    return view.tryLock();
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    return view.tryLock(time, unit);
  }

  @Override
  public boolean tryLock(Duration waitTime, Duration ttl) throws InterruptedException {
    long nanos = TimeUnit.NANOSECONDS.convert(waitTime); // which knows no overflow
    return lasting(ttl).tryLock(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void unlock() {
    view.unlock();
  }

  /** Always throws: a lock of several processes has no conditions. */
  @Override
  public Condition newCondition() {
    return view.newCondition();
  }

  /** The view of the same mutex whose lease has this time. */
  private Lock lasting(Duration ttl) {
    LockOptions lasting;
    try {
      lasting = options.lease(ttl);
    } catch (IllegalArgumentException refused) {
      throw new IllegalArgumentException(
          "asked to lock '"
              + name
              + "' with a time to live of "
              + ttl
              + ", but "
              + refused.getMessage()
              + "; nothing was locked",
          refused);
    }
    return holdfast.mutex(name, lasting).asLock();
  }

  /** The lease by which the current thread holds it. */
  Lease mine() {
    return view.lease()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "asked to renew '"
                        + name
                        + "', but this thread does not hold it, or has lost it; nothing was"
                        + " renewed"));
  }

  @Override
  public String toString() {
    return "RegistryLock[" + name + "]";
  }
}
