package dev.holdfast.internal.engine;

import dev.holdfast.Loss;
import dev.holdfast.StoreException;
import dev.holdfast.internal.engine.Effects.Caller;
import dev.holdfast.internal.engine.LeaseEvents.Release;
import dev.holdfast.internal.engine.NameRequests.Ending;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.runtime.NextTick;
import dev.holdfast.internal.runtime.Parking;
import dev.holdfast.internal.runtime.Timers;
import dev.holdfast.internal.session.StoreInvoker;
import dev.holdfast.spi.Backoff;
import dev.holdfast.spi.EngineHost;
import dev.holdfast.spi.Futures;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Standing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What holders ask for: to give back what they hold, to renew it, and to change it. A call that
 * waits for the store waits for a bounded time. Thread-safe.
 */
public final class LeaseRequests {
  private static final Backoff RETRIES =
      new Backoff(Duration.ofMillis(20), Duration.ofMillis(1_280));

  private final EngineHost host;
  private final StoreInvoker calls;
  private final StoreRequests storeRequests;
  private final NextTick tick;
  private final Notifications notifications;
  private final Timers timers;
  private final ReleaseMessages messages;
  private final LeaseEvents events;

  LeaseRequests(
      EngineHost host,
      StoreInvoker calls,
      StoreRequests storeRequests,
      NextTick tick,
      Notifications notifications,
      Timers timers,
      ReleaseMessages messages,
      LeaseEvents events) {
    this.host = host;
    this.calls = calls;
    this.storeRequests = storeRequests;
    this.tick = tick;
    this.notifications = notifications;
    this.timers = timers;
    this.messages = messages;
    this.events = events;
  }

  // ---- facts ----

  long now() {
    return host.nanos();
  }

  /** On how many servers the hold of a lease stands. */
  int nodes(LeaseState lease) {
    return calls.nodes(lease.name(), lease.hold.attemptId);
  }

  void onLost(LeaseState lease, Consumer<Loss> callback) {
    Loss already = lease.machine.onLost(lease, callback);
    if (already != null) {
      notifications.run(() -> callback.accept(already));
    }
  }

  void onReleaseRequested(LeaseState lease, Consumer<String> callback) {
    messages.checkCanReach(lease.name());
    messages.listen(
        lease.name(), lease.token, () -> lease.phase() == LeaseState.Phase.HELD, callback);
  }

  /** Notices now that a deadline has passed, rather than at the next tick. */
  void lookAt(LeaseState lease) {
    Effects fx = new Effects();
    lease.machine.lookAt(lease, fx);
    fx.perform(tick, Caller.ASYNC);
  }

  /** Of one request to the store. */
  private long timeoutNanos() {
    return calls.capabilities().requestTimeout().toNanos();
  }

  private long longestNanos() {
    return 2 * timeoutNanos();
  }

  // ---- giving back ----

  /** Gives a lease back and waits, bounded, until the store has confirmed it if it must. */
  void release(LeaseState lease) {
    Effects fx = new Effects();
    Attempt ending = lease.machine.release(lease, fx);
    Release given = events.given(lease, ending);
    fx.perform(tick, Caller.BLOCKING);
    // A blocking store has answered or failed by now, and a failure is repeated in the background.
    if (ending != null && !ending.isOver() && !calls.capabilities().blocking()) {
      Parking.await(ending.ended(), timeoutNanos());
    }
    if (given != null) {
      given.tell();
    }
  }

  CompletableFuture<Void> releaseAsync(LeaseState lease) {
    Effects fx = new Effects();
    Attempt ending = lease.machine.release(lease, fx);
    Release given = events.given(lease, ending);
    fx.perform(tick, Caller.ASYNC);
    if (given != null) {
      given.tell();
    }
    return ending == null
        ? CompletableFuture.completedFuture(null)
        : ending.ended().thenRunAsync(() -> {}, notifications::run);
  }

  /**
   * Gives a part of a lease's permits back and waits, bounded, until the store has confirmed it.
   */
  void release(LeaseState lease, int permits) {
    if (!calls.reduces()) {
      throw new UnsupportedOperationException(
          "the store of '"
              + lease.name()
              + "' takes the permits of a lease back together only; nothing was given back,"
              + " release() gives all of them back");
    }
    Effects fx = new Effects();
    int left;
    try {
      left = lease.machine.takePermits(lease, permits, fx);
    } finally {
      fx.perform(tick, Caller.ASYNC);
    }
    if (left == 0) {
      release(lease);
    } else if (left > 0) {
      PartialRelease part = new PartialRelease(lease);
      part.send(Caller.BLOCKING);
      Parking.await(part.ended(), timeoutNanos());
      part.failIfRefused();
    }
  }

  /** Gives several leases back, in one request to the store, and waits like {@link #release}. */
  public void releaseAll(List<LeaseState> leases) {
    List<Release> given = newReleases(leases);
    CompletableFuture<Void> ended = endAll(leases, Caller.BLOCKING, given);
    if (!calls.capabilities().blocking()) {
      Parking.await(ended, timeoutNanos());
    }
    given.forEach(Release::tell);
  }

  public CompletableFuture<Void> releaseAllAsync(List<LeaseState> leases) {
    List<Release> given = newReleases(leases);
    CompletableFuture<Void> ended = endAll(leases, Caller.ASYNC, given);
    given.forEach(Release::tell);
    return ended.thenRunAsync(() -> {}, notifications::run);
  }

  private List<Release> newReleases(List<LeaseState> leases) {
    return events.tellsLeases() ? new ArrayList<>(leases.size()) : List.of();
  }

  /** Gives leases back that no user has had. */
  public CompletableFuture<Void> giveBack(List<LeaseState> leases) {
    leases.forEach(LeaseState::owesNothing);
    return endAll(leases, Caller.ASYNC, List.of()); // which the listener has not heard of
  }

  /** Ends leases; adds to {@code given} what is to be told of them. */
  private CompletableFuture<Void> endAll(
      List<LeaseState> leases, Caller caller, List<Release> given) {
    Effects fx = new Effects();
    List<CompletableFuture<Void>> ends = new ArrayList<>(leases.size());
    for (LeaseState lease : leases) {
      Attempt ending = lease.machine.release(lease, fx);
      Release one = events.given(lease, ending);
      if (one != null) {
        given.add(one);
      }
      if (ending != null) {
        ends.add(ending.ended());
      }
    }
    List<Ending> endings = fx.take(Ending.class);
    if (!endings.isEmpty()) {
      fx.add(by -> storeRequests.releaseAll(endings, by));
    }
    fx.perform(tick, caller);
    return CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new));
  }

  // ---- renewing and changing ----

  /** Renews leases; returns the store's error if it did not answer for one of them. */
  @Nullable
  public StoreException renewNow(List<LeaseState> leases) {
    return renew(leases, false);
  }

  /**
   * The same, so that the store has confirmed the whole time. A renewal that tells the store of the
   * hold's mode for the second time, as the first had no answer yet, changes nothing there; so a
   * hold whose mode is told is renewed once more.
   */
  @Nullable
  public StoreException renewWhole(List<LeaseState> leases) {
    return renew(leases, true);
  }

  private @Nullable StoreException renew(List<LeaseState> leases, boolean whole) {
    List<LeaseState> renewed = new ArrayList<>(leases.size());
    List<KeepAlive> renewals = new ArrayList<>(leases.size());
    Effects before = new Effects();
    try {
      for (LeaseState lease : leases) {
        KeepAlive renewal = lease.machine.renewalFor(lease, before);
        if (renewal != null) {
          renewed.add(lease);
          renewals.add(renewal);
        }
      }
    } catch (RuntimeException | Error thrown) {
      RenewalBatch.Answer none =
          new RenewalBatch.Answer(List.of(), 0, StoreInvoker.asStoreException(thrown));
      storeRequests.then(fx -> takeIn(renewed, none, fx)); // which were marked as being renewed
      throw thrown;
    } finally {
      before.perform(tick, Caller.ASYNC);
    }
    if (renewals.isEmpty()) {
      return null;
    }
    CompletableFuture<@Nullable StoreException> done = new CompletableFuture<>();
    storeRequests.renew(
        renewals, Caller.BLOCKING, (answer, fx) -> done.complete(takeIn(renewed, answer, fx)));
    Parking.await(done, longestNanos());
    if (!done.isDone()) {
      return new StoreException("the store did not answer a renewal in time", null, true);
    }
    StoreException error = Futures.result(done);
    boolean toldMode = renewals.stream().anyMatch(KeepAlive.Change.class::isInstance);
    return whole && toldMode && error == null ? renew(leases, false) : error;
  }

  private static @Nullable StoreException takeIn(
      List<LeaseState> leases, RenewalBatch.Answer answer, Effects fx) {
    AtomicReference<@Nullable StoreException> last = new AtomicReference<>();
    for (int i = 0; i < leases.size(); i++) {
      LeaseState lease = leases.get(i);
      answer.takeIn(
          i,
          standing -> lease.machine.renewed(lease.hold, standing, answer.sentAt(), fx),
          error -> {
            last.set(error);
            lease.machine.renewalFailed(lease.hold, error, fx);
          });
    }
    return last.get();
  }

  /** Lets leases last for another time from now on, and waits until the store has confirmed it. */
  public void extend(List<HeldLease> leases, Duration lease, @Nullable Duration holdAtLeast) {
    new LeaseExtension(leases, lease, holdAtLeast, calls.capabilities().holdKind()).ask(this, tick);
  }

  /** Gives a shared lease for an exclusive one; null if that one has ended. */
  @Nullable
  public HeldLease downgrade(LeaseState lease, LockSettings shared) {
    Effects fx = new Effects();
    HeldLease made = lease.machine.downgrade(lease, shared, fx);
    fx.perform(tick, Caller.ASYNC);
    if (made != null) {
      // Now, rather than at the next tick, so that waiters that can share it need not wait longer.
      // If it is not answered, renewals go on telling the store.
      StoreException unused = renewNow(List.of(made.state()));
    }
    return made;
  }

  /**
   * Asks for an exclusive lease in place of a shared one; null if that one is not the only one,
   * here or in the store, or has ended.
   *
   * @throws StoreException if the store does not answer; the shared lease is held as before
   */
  @Nullable
  public HeldLease upgrade(LeaseState lease, LockSettings exclusive) {
    Upgrade upgrade;
    do {
      Effects before = new Effects();
      KeepAlive.Change change = lease.machine.upgradeFor(lease, exclusive, before);
      before.perform(tick, Caller.ASYNC);
      if (change == null) {
        return null;
      }
      upgrade = new Upgrade(lease, exclusive, change);
      storeRequests.renew(List.of(change), Caller.BLOCKING, upgrade::answered);
      Parking.await(upgrade.done, longestNanos());
      Effects after = new Effects();
      upgrade.giveUp(after);
      after.perform(tick, Caller.ASYNC);
    } while (upgrade.wasOutdated());
    return upgrade.result();
  }

  /**
   * Tells the store how many permits a lease has left, until the store has confirmed that or the
   * lease has ended. The lease has fewer before the first request is sent, so the client never
   * believes in more permits than the store has for it. Thread-safe.
   */
  private final class PartialRelease {
    /*
     * The request states what is left, not what is given back: a copy of it that comes twice, or
     * late, takes nothing more. Two of them that overtake each other leave the fewer permits, which
     * is what the later one of them states. The end of the lease gives all back, so that nothing has
     * to be repeated then.
     */
    private final LeaseState lease;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final AtomicInteger failures = new AtomicInteger();
    private volatile @Nullable StoreException refusal;

    PartialRelease(LeaseState lease) {
      this.lease = lease;
    }

    /** Completes when nothing has to be sent any more. */
    CompletableFuture<Void> ended() {
      return ended;
    }

    /** Throws if the store has refused it for good. */
    void failIfRefused() {
      StoreException known = refusal;
      if (known != null) {
        throw new StoreException(
            "asked to give back permits of '"
                + lease.name()
                + "', but "
                + known.getMessage()
                + "; the lease is held with the rest, and all permits are free when it ends",
            known,
            false);
      }
    }

    void send(Caller caller) {
      if (lease.phase() != LeaseState.Phase.HELD) {
        ended.complete(null);
        return;
      }
      calls.call(
          caller == Caller.BLOCKING,
          host.io(),
          (session, sentAt) -> session.reduce(lease.name(), lease.hold.attemptId, lease.permits()),
          StoreInvoker.<Boolean>reply(this::answered, this::failed));
    }

    private void answered(boolean found, long sentAt) {
      try {
        if (!found) {
          // What a renewal is answered then; a lease that was given back meanwhile does not mind.
          Standing none = new Standing.Absent(0, null, false);
          storeRequests.then(fx -> lease.machine.renewed(lease.hold, none, sentAt, fx));
        }
      } finally {
        ended.complete(null);
      }
    }

    private void failed(StoreException error) {
      if (error.isTransient()) {
        timers.after(RETRIES.nanos(failures.getAndIncrement()), () -> send(Caller.ASYNC));
      } else {
        refusal = error;
        ended.complete(null);
      }
    }
  }
}
