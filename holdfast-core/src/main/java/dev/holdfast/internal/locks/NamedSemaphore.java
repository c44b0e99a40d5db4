package dev.holdfast.internal.locks;

import dev.holdfast.DistributedLock;
import dev.holdfast.DistributedSemaphore;
import dev.holdfast.LockOptions;
import dev.holdfast.internal.engine.Engine;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.text.PermitCounts;
import java.util.function.IntPredicate;

/** A semaphore: for each number of permits, a lock that takes that number. */
public final class NamedSemaphore implements DistributedSemaphore {
  private final String name;
  private final int size;
  private final LockOptions options;
  private final Engine engine;
  private final Reentrancy reentrancy;
  private final IntPredicate resizing;
  private final DistributedLock one;

  public NamedSemaphore(
      String name,
      int size,
      LockOptions options,
      Engine engine,
      Reentrancy reentrancy,
      IntPredicate resizing) {
    this.name = name;
    this.size = size;
    this.options = options;
    this.engine = engine;
    this.reentrancy = reentrancy;
    this.resizing = resizing;
    this.one = lock(1);
  }

  private DistributedLock lock(int permits) {
    return new NamedLock(name, new LockSettings(permits, size, options), engine, reentrancy);
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
    return resizing.test(PermitCounts.check(newSize));
  }

  @Override
  public String toString() {
    return "Semaphore[" + name + ", " + size + "]";
  }
}
