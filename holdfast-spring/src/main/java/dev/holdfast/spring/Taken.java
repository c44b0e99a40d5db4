package dev.holdfast.spring;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.LockOptions;
import java.time.Duration;

/**
 * What a section takes of a name: the name alone, a share of it with other readers, or permits.
 *
 * @param permits 0 unless it is a semaphore
 * @param size 0 unless it is a semaphore
 * @param atLeast how long the name stays taken at least
 */
record Taken(String name, Locked.Mode mode, int permits, int size, Duration atLeast) {
  /** Whether a section that has this may run one that wants that, and asks for nothing. */
  boolean covers(Taken inner) {
    return name.equals(inner.name)
        && size == inner.size
        && permits >= inner.permits
        && (mode == Locked.Mode.WRITE || inner.mode == Locked.Mode.READ)
        && atLeast.equals(inner.atLeast);
  }

  DistributedLock of(Holdfast client) {
    if (size > 0) {
      return client.semaphore(name, size).taking(permits);
    }
    if (mode == Locked.Mode.READ) {
      return client.readWrite(name).read();
    }
    DistributedLock lock = client.mutex(name);
    if (atLeast.isZero()) {
      return lock;
    }
    LockOptions options = lock.options().holdAtLeast(atLeast);
    return client.mutex(name, options);
  }
}
