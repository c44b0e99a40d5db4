package dev.holdfast.internal.engine;

import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.Loss;
import dev.holdfast.Owner;
import dev.holdfast.StoreException;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.text.Durations;
import dev.holdfast.internal.text.Sequencer;
import dev.holdfast.spi.Mode;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The user's handle of a lease; the engine references it weakly, so that a leak is noticed. */
public final class HeldLease implements Lease, ToldLease.Handle {
  private final LeaseRequests requests;
  private final LeaseState state;

  HeldLease(LeaseRequests requests, LeaseState state) {
    this.requests = requests;
    this.state = state;
  }

  @Override
  public LeaseState state() {
    return state;
  }

  /** Whether its end does not free the name at once. */
  public boolean mustStayTaken() {
    return state.settings.holdAtLeastNanos > 0;
  }

  /** Whether it was given back, or exchanged for another. */
  public boolean isReleased() {
    return state.phase() == LeaseState.Phase.RELEASED;
  }

  /** Whether it is of the client that has these. */
  public boolean isOf(LeaseRequests other) {
    return requests == other;
  }

  /** Gives it for one with these shared settings; see {@link LeaseRequests#downgrade}. */
  public @Nullable HeldLease downgrade(LockSettings shared) {
    return requests.downgrade(state, shared);
  }

  /** Gives it for one with these exclusive settings; see {@link LeaseRequests#upgrade}. */
  public @Nullable HeldLease upgrade(LockSettings exclusive) {
    return requests.upgrade(state, exclusive);
  }

  @Override
  public String name() {
    return state.name();
  }

  @Override
  public long token() {
    return state.token;
  }

  @Override
  public Owner owner() {
    return Owner.parse(state.hold.attemptId);
  }

  @Override
  public String sequencer() {
    failUnlessHeld();
    Mode mode = state.settings.mode;
    boolean outgrown = mode != Mode.SHARED && state.machine.endHoldWith(state);
    return new Sequencer(name(), mode, outgrown, token(), state.hold.attemptId).text();
  }

  @Override
  public int nodes() {
    return requests.nodes(state);
  }

  @Override
  public boolean isHeld() {
    return remainingNanos() > 0;
  }

  @Override
  public Duration remaining() {
    return Duration.ofNanos(remainingNanos());
  }

  private long remainingNanos() {
    if (state.phase() != LeaseState.Phase.HELD) {
      return 0;
    }
    // The deadline first: a renewal after a look at the clock would add the time in between.
    long deadline = Math.min(state.hold.deadline(), state.maxHoldAt());
    long left = deadline - requests.now();
    if (left > 0) {
      return left;
    }
    requests.lookAt(state);
    return 0;
  }

  @Override
  public void ensure(Duration atLeast) {
    checkCanEnsure(atLeast);
    if (!hasLeft(atLeast)) {
      StoreException error = requests.renewWhole(List.of(state));
      failUnlessHeld();
      failUnlessLeft(atLeast, error);
    }
  }

  @Override
  public void extend(Duration lease) {
    requests.extend(List.of(this), lease, null);
  }

  @Override
  public void extend(Duration lease, Duration holdAtLeast) {
    requests.extend(List.of(this), lease, Objects.requireNonNull(holdAtLeast, "holdAtLeast"));
  }

  /** Throws if no renewal makes so much certain. */
  public void checkCanEnsure(Duration atLeast) {
    long most = state.settings.leaseNanos - state.settings.marginNanos(state.settings.leaseNanos);
    if (Durations.clamp(atLeast).toNanos() > most) {
      throw new IllegalArgumentException(
          "a renewal of '"
              + name()
              + "' makes at most "
              + Durations.text(Duration.ofNanos(most))
              + " certain, but "
              + Durations.text(atLeast)
              + " was asked; a longer lease would allow it");
    }
  }

  public boolean hasLeft(Duration atLeast) {
    return remainingNanos() >= Durations.clamp(atLeast).toNanos() && isHeld();
  }

  /**
   * Throws if less is certain.
   *
   * @param error why a renewal was not answered, if one was not
   */
  public void failUnlessLeft(Duration atLeast, @Nullable StoreException error) {
    long left = remainingNanos();
    if (left < Durations.clamp(atLeast).toNanos()) {
      throw new StoreException(
          "asked to make "
              + Durations.text(atLeast)
              + " certain for '"
              + name()
              + "', but only "
              + Durations.text(Duration.ofNanos(left))
              + " is: "
              + (error == null ? "it may not be held for longer" : error.getMessage())
              + "; the lease is held until then",
          error,
          error != null && error.isTransient());
    }
  }

  /** Throws if the lease has ended. */
  public void failUnlessHeld() {
    failIfLost();
    if (state.phase() == LeaseState.Phase.RELEASED) {
      throw new IllegalStateException(
          "the lease of '" + name() + "' with token " + token() + " was released before this");
    }
  }

  @Nullable
  public LeaseLostException lossAsException() {
    Loss loss = state.loss();
    return loss == null ? null : new LeaseLostException(name(), token(), loss);
  }

  /** Throws if the lease is lost, noticing a passed deadline. */
  public void failIfLost() {
    boolean unused = isHeld();
    LeaseLostException lost = lossAsException();
    if (lost != null) {
      throw lost;
    }
  }

  @Override
  public void onLost(Consumer<Loss> callback) {
    requests.onLost(state, Objects.requireNonNull(callback, "callback"));
  }

  @Override
  public void onReleaseRequested(Consumer<String> callback) {
    requests.onReleaseRequested(state, Objects.requireNonNull(callback, "callback"));
  }

  @Override
  public void release() {
    try {
      requests.release(state);
    } finally {
      Reference.reachabilityFence(this); // until here: else a tick might take it for a leak
    }
  }

  @Override
  public int permits() {
    return state.permits();
  }

  @Override
  public void release(int permits) {
    if (!state.settings.isCounted()) {
      Lease.super.release(permits);
    } else if (mustStayTaken()) {
      throw new IllegalStateException(
          "'"
              + name()
              + "' is held for a time at least, so its permits are given back together, by"
              + " release(); nothing was given back");
    } else if (state.phase() == LeaseState.Phase.RELEASED) {
      failUnlessHeld();
    } else {
      try {
        requests.release(state, permits);
      } finally {
        Reference.reachabilityFence(this);
      }
    }
  }

  @Override
  public void releaseUnused() {
    state.owesNothing();
    release();
  }

  @Override
  public CompletableFuture<Void> releaseAsync() {
    try {
      return requests.releaseAsync(state);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  @Override
  public void close() {
    release();
    LeaseLostException lost = lossAsException();
    if (lost != null) {
      throw lost;
    }
  }

  @Override
  public String toString() {
    return "Lease[" + name() + ", token " + token() + ", " + state.phase() + "]";
  }
}
