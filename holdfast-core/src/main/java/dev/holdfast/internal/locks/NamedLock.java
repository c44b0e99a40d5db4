package dev.holdfast.internal.locks;

import dev.holdfast.HeldLock;
import dev.holdfast.internal.engine.Closing;
import dev.holdfast.internal.engine.Engine;
import dev.holdfast.internal.engine.HeldLease;
import dev.holdfast.internal.engine.NameMachine;
import dev.holdfast.internal.engine.Waiter;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.locks.BaseLock.Asked;
import java.util.concurrent.CompletableFuture;

/**
 * A lock of one mode, or some permits of a semaphore: its requests wait in the {@link NameMachine}.
 */
public final class NamedLock extends BaseLock implements Asked {
  private static final CompletableFuture<Void> NOTHING = CompletableFuture.completedFuture(null);

  private final String name;
  private final Reentrancy reentrancy;

  public NamedLock(
      String name, LockSettings settings, CurrentEngine engines, Reentrancy reentrancy) {
    super(settings, engines);
    this.name = name;
    this.reentrancy = reentrancy;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public NamedLock withNote(String note) {
    return new NamedLock(name, settings().noted(note), engines, reentrancy);
  }

  @Override
  Asked ask(Engine engine, Waiter waiter) {
    engine.enqueue(name, waiter);
    return this;
  }

  @Override
  public CompletableFuture<Void> cancel(Engine engine, Waiter waiter) {
    return engine.cancel(name, waiter);
  }

  @Override
  public void late(Engine engine, Waiter waiter) {
    engine.ticks.lookAt(name, settings());
  }

  @Override
  public CompletableFuture<Void> leaving(Engine engine, Waiter waiter) {
    // A try of one name that is refused was never in the store.
    return waiter.waits ? engine.leaving(name, settings()) : NOTHING;
  }

  /** Gives a lease with these shared settings for an exclusive one. */
  static HeldLease downgrade(HeldLease lease, LockSettings shared) {
    HeldLease made = lease.downgrade(shared);
    if (made == null) {
      lease.failUnlessHeld();
      throw Closing.closedError();
    }
    return made;
  }

  @Override
  public HeldLock asLock() {
    return new LockView(this, reentrancy);
  }

  @Override
  public String toString() {
    return switch (settings().mode) {
      case EXCLUSIVE -> "Mutex[" + name + "]";
      case SHARED -> "ReadLock[" + name + "]";
      case COUNTED ->
          "Permits[" + settings().permits + " of " + settings().size + " of " + name + "]";
    };
  }
}
