package dev.holdfast.internal.locks;

import dev.holdfast.DistributedLock;
import dev.holdfast.DistributedSemaphore;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.text.PermitCounts;
import java.util.function.IntBinaryOperator;

/** A semaphore: for each number of permits, a lock that takes that number. */
public final class NamedSemaphore implements DistributedSemaphore {
  private static final int ANY = 0;
  private static final int TRIES = 100;

  private final String name;
  private final int size;
  private final LockOptions options;
  private final CurrentEngine engines;
  private final Reentrancy reentrancy;
  private final IntBinaryOperator resizing;
  private final DistributedLock one;

  /**
   * @param resizing asks the store for a size, given the one that it must have now (0 if any will
   *     do), and answers the size it had; 0 if no permit is held or waited for
   */
  public NamedSemaphore(
      String name,
      int size,
      LockOptions options,
      CurrentEngine engines,
      Reentrancy reentrancy,
      IntBinaryOperator resizing) {
    this.name = name;
    this.size = size;
    this.options = options;
    this.engines = engines;
    this.reentrancy = reentrancy;
    this.resizing = resizing;
    this.one = lock(1);
  }

  private DistributedLock lock(int permits) {
    return new NamedLock(name, new LockSettings(permits, size, options), engines, reentrancy);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public DistributedLock taking(int permits) {
    return permits == 1 ? one : lock(PermitCounts.checkPermits(name, permits, size));
  }

  @Override
  public boolean resize(int newSize) {
    return resizing.applyAsInt(ANY, PermitCounts.check(newSize)) > 0;
  }

  /**
   * Compare and set: the store changes the size only if it is still the one that the new one was
   * reckoned from, so that no change by another client is undone.
   */
  @Override
  public boolean resizeBy(int difference) {
    // From a size to the same one: that changes nothing, and tells which size it has.
    int expected = resizing.applyAsInt(size, size);
    for (int i = 0; i < TRIES && expected > 0; i++) {
      int before = resizing.applyAsInt(expected, PermitCounts.changed(name, expected, difference));
      if (before == expected) {
        return true;
      }
      expected = before;
    }
    if (expected == 0) {
      return false;
    }
    throw new StoreException(
        "resize '"
            + name
            + "' by "
            + difference
            + ": other clients changed its size before each of "
            + TRIES
            + " tries; this one has changed nothing",
        null,
        true);
  }

  @Override
  public String toString() {
    return "Semaphore[" + name + ", " + size + "]";
  }
}
