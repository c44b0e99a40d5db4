package dev.holdfast.internal.engine;

import dev.holdfast.HoldfastListener.Acquired;
import dev.holdfast.HoldfastListener.NotAcquired;
import dev.holdfast.HoldfastListener.Released;
import dev.holdfast.HoldfastListener.WhyNot;
import dev.holdfast.StoreException;
import dev.holdfast.internal.engine.Waiter.Outcome;
import dev.holdfast.internal.events.ListenerEvents;
import dev.holdfast.spi.EngineHost;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells a client's listener which leases callers get, do not get, and give back. Without such a
 * listener nothing is measured and nothing is made. Thread-safe.
 */
public final class LeaseEvents {
  private final ListenerEvents events;
  private final EngineHost host;
  private final BooleanSupplier isOpen;

  LeaseEvents(ListenerEvents events, EngineHost host, BooleanSupplier isOpen) {
    this.events = events;
    this.host = host;
    this.isOpen = isOpen;
  }

  /** Whether leases that callers get or give back are told. */
  public boolean tellsLeases() {
    return events.hearsOfLeases();
  }

  /** Whether requests that end without a lease are told. */
  public boolean tellsRefusals() {
    return events.hearsOfRefusals();
  }

  private Duration since(long from) {
    return Duration.ofNanos(Math.max(0, host.nanos() - from));
  }

  /** The caller, on this thread, has this lease now. */
  public void acquired(ToldLease lease, Waiter waiter) {
    lease.told(host.nanos());
    events.acquired(
        new Acquired(
            lease.name(), lease.mode(), lease.token(), since(waiter.enqueuedAt), lease.how()));
  }

  /** The caller has no lease: its request had this outcome. */
  public void notAcquired(String name, Waiter waiter, Outcome outcome) {
    if (outcome instanceof Outcome.NotGranted) {
      notAcquired(name, waiter, waiter.waits ? WhyNot.TIMEOUT : WhyNot.BUSY);
    } else if (outcome instanceof Outcome.Failed failed) {
      notAcquired(name, waiter, failed.error());
    } else {
      notAcquired(name, waiter, WhyNot.CANCELLED);
    }
  }

  /** The caller has no lease: its request failed. */
  public void notAcquired(String name, Waiter waiter, Throwable error) {
    if (error instanceof StoreException) {
      notAcquired(name, waiter, WhyNot.STORE);
    } else {
      notAcquired(name, waiter, isOpen.getAsBoolean() ? WhyNot.REFUSED : WhyNot.CLOSED);
    }
  }

  /** The caller has no lease, for this reason. */
  public void notAcquired(String name, Waiter waiter, WhyNot why) {
    events.notAcquired(new NotAcquired(name, waiter.settings.mode, since(waiter.enqueuedAt), why));
  }

  /**
   * Notes that this call has given a lease back.
   *
   * @param ending what the store has still to confirm, if anything
   * @return what is to be told before the call returns; null if there is nothing: an earlier call
   *     gave it back, it was lost, or there is no listener for it
   */
  @Nullable Release given(ToldLease lease, @Nullable Attempt ending) {
    if (!tellsLeases() || !lease.isReleased()) {
      return null;
    }
    long from = lease.takeTold();
    return from == ToldLease.NOT_TOLD ? null : new Release(lease, since(from), ending);
  }

  /** A lease that a call has given back. */
  final class Release {
    private final ToldLease lease;
    private final Duration held;
    private final @Nullable Attempt ending;

    private Release(ToldLease lease, Duration held, @Nullable Attempt ending) {
      this.lease = lease;
      this.held = held;
      this.ending = ending;
    }

    void tell() {
      boolean confirmed = ending == null || ending.isOver();
      events.released(new Released(lease.name(), lease.mode(), lease.token(), held, confirmed));
    }
  }
}
