package dev.holdfast.internal.engine;

import dev.holdfast.HoldfastListener.Acquired;
import dev.holdfast.HoldfastListener.LeadershipChanged;
import dev.holdfast.HoldfastListener.NotAcquired;
import dev.holdfast.HoldfastListener.Released;
import dev.holdfast.HoldfastListener.WhyNot;
import dev.holdfast.RequestListener;
import dev.holdfast.RequestListener.Lost;
import dev.holdfast.RequestListener.Requested;
import dev.holdfast.StoreException;
import dev.holdfast.internal.engine.Waiter.Outcome;
import dev.holdfast.internal.events.ListenerEvents;
import dev.holdfast.spi.EngineHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

  /** Whether requests are told. */
  public boolean tellsRequests() {
    return events.hearsOfRequests();
  }

  /** Tells of a candidate, on this thread, which is one of the callback executor. */
  public void leadershipChanged(LeadershipChanged event) {
    events.leadershipChanged(event);
  }

  /** Whether leases are told that callers give back. */
  public boolean tellsLeases() {
    return events.hearsOfLeases() || tellsRequests();
  }

  /** Whether a lease is told that this waiter got, as all are or as its request is. */
  public boolean tellsLeaseOf(Waiter waiter) {
    return events.hearsOfLeases() || (tellsRequests() && !waiter.endsUnheard());
  }

  /** Whether requests that end without a lease are told. */
  public boolean tellsRefusals() {
    return events.hearsOfRefusals() || tellsRequests();
  }

  private Duration since(long from) {
    return Duration.ofNanos(Math.max(0, host.nanos() - from));
  }

  /**
   * A request that is not decided yet is about to be sent, or waits; told on the thread that asks.
   *
   * @return what hears of it; null if nothing does, or it is decided already
   */
  public @Nullable RequestListener requested(String name, Waiter waiter) {
    if (!tellsRequests() || waiter.isDecided()) {
      return null;
    }
    RequestListener heard =
        events.requested(new Requested(name, waiter.settings.mode, waiter.waits));
    if (heard != null && !waiter.isHeardBy(heard)) {
      tellOutcome(name, waiter, heard);
    }
    return heard;
  }

  /** The request has been sent, or waits. */
  public void asked(@Nullable RequestListener heard) {
    if (heard != null) {
      events.tell(heard, RequestListener::asked);
    }
  }

  /** Another thread was so fast that the caller has its future's outcome already. */
  private void tellOutcome(String name, Waiter waiter, RequestListener heard) {
    Outcome outcome = waiter.outcome();
    if (outcome instanceof Outcome.Granted granted) {
      ToldLease lease = ((ToldLease.Handle) granted.lease()).state();
      tell(heard, List.of(lease), List.of(event(lease, waiter)));
    } else if (outcome != null) {
      NotAcquired event = event(name, waiter, why(waiter, outcome));
      events.tell(heard, to -> to.notAcquired(event));
    }
  }

  /** The caller, on this thread, has these leases now, all that it asked for. */
  public void acquired(List<? extends ToldLease> leases, Waiter waiter) {
    RequestListener heard = waiter.takeHearer();
    List<Acquired> told = new ArrayList<>(leases.size());
    for (ToldLease lease : leases) {
      Acquired event = event(lease, waiter);
      told.add(event);
      events.acquired(event);
    }
    if (heard != null) {
      tell(heard, leases, List.copyOf(told));
    }
  }

  private Acquired event(ToldLease lease, Waiter waiter) {
    lease.toldAt(host.nanos());
    return new Acquired(
        lease.name(), lease.mode(), lease.token(), since(waiter.enqueuedAt), lease.how());
  }

  private void tell(
      RequestListener heard, List<? extends ToldLease> leases, List<Acquired> acquired) {
    events.tell(heard, to -> to.acquired(acquired));
    leases.forEach(lease -> follow(lease, heard));
  }

  /**
   * Lets a listener hear of a lease's end. It may have been lost already; its caller cannot have
   * given it back yet. A loss sets the phase and then takes the listener; this sets the listener
   * and then looks at the phase. So one of the two tells of it, and not both, since the listener is
   * taken once.
   */
  private void follow(ToldLease lease, RequestListener heard) {
    lease.heardBy(heard);
    Lost lost = lease.lostAt(host.nanos());
    if (lost != null && lease.takeHearer() != null) {
      events.tell(heard, to -> to.lost(lost));
    }
  }

  /** The caller has no lease: its request had this outcome. */
  public void notAcquired(String name, Waiter waiter, Outcome outcome) {
    notAcquired(name, waiter, why(waiter, outcome));
  }

  private WhyNot why(Waiter waiter, Outcome outcome) {
    if (outcome instanceof Outcome.NotGranted) {
      return waiter.waits ? WhyNot.TIMEOUT : WhyNot.BUSY;
    }
    return outcome instanceof Outcome.Failed failed ? why(failed.error()) : WhyNot.CANCELLED;
  }

  /** The caller has no lease: its request failed. */
  public void notAcquired(String name, Waiter waiter, Throwable error) {
    notAcquired(name, waiter, why(error));
  }

  private WhyNot why(Throwable error) {
    if (error instanceof StoreException) {
      return WhyNot.STORE;
    }
    return isOpen.getAsBoolean() ? WhyNot.REFUSED : WhyNot.CLOSED;
  }

  /** The caller has no lease, for this reason. */
  public void notAcquired(String name, Waiter waiter, WhyNot why) {
    NotAcquired event = event(name, waiter, why);
    RequestListener heard = tellsRequests() ? waiter.takeHearer() : null;
    if (heard != null) {
      events.tell(heard, to -> to.notAcquired(event));
    }
    if (events.hearsOfRefusals()) {
      events.notAcquired(event);
    }
  }

  private NotAcquired event(String name, Waiter waiter, WhyNot why) {
    return new NotAcquired(name, waiter.settings.mode, since(waiter.enqueuedAt), why);
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
    long from = lease.takeToldAt();
    return from == ToldLease.NOT_TOLD
        ? null
        : new Release(lease, since(from), ending, lease.takeHearer());
  }

  /** A lease that a call has given back. */
  final class Release {
    private final ToldLease lease;
    private final Duration held;
    private final @Nullable Attempt ending;
    private final @Nullable RequestListener heard;

    private Release(
        ToldLease lease, Duration held, @Nullable Attempt ending, @Nullable RequestListener heard) {
      this.lease = lease;
      this.held = held;
      this.ending = ending;
      this.heard = heard;
    }

    void tell() {
      boolean confirmed = ending == null || ending.isOver();
      Released event = new Released(lease.name(), lease.mode(), lease.token(), held, confirmed);
      events.released(event);
      if (heard != null) {
        events.tell(heard, to -> to.released(event));
      }
    }
  }
}
