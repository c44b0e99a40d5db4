package dev.holdfast;

import java.util.concurrent.locks.Lock;

/**
 * What can be seen as a {@link Lock}. For the compiler alone: as {@link DistributedLock} overrides
 * this with a narrower type, it also has the method that callers use which were compiled when it
 * returned a {@code Lock}.
 */
interface Lockable {
  /** See {@link DistributedLock#asLock()}. */
  Lock asLock();
}
