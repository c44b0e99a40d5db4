package dev.holdfast.internal.election;

import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.Loss;
import dev.holdfast.Owner;
import dev.holdfast.internal.engine.HeldLease;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A leader's lease, whose release is a resignation: it is over at once for its holder, and in the
 * store when the listener has heard of it.
 */
public final class LeaderLease implements Lease {
  private final HeldLease lease;
  private final CandidacyLoop campaign;
  private volatile boolean givenUp;

  LeaderLease(HeldLease lease, CandidacyLoop campaign) {
    this.lease = lease;
    this.campaign = campaign;
  }

  /**
   * It may not be relied on from here on, though the store has not been told yet; returns how it
   * was lost if it was lost before.
   */
  Optional<Loss> giveUp() {
    Loss loss = lease.isHeld() ? null : lease.state().loss();
    givenUp = loss == null;
    return Optional.ofNullable(loss);
  }

  /** Tells the store; completes when it has confirmed. */
  CompletableFuture<Void> end() {
    return lease.releaseAsync();
  }

  @Override
  public String name() {
    return lease.name();
  }

  @Override
  public long token() {
    return lease.token();
  }

  @Override
  public Owner owner() {
    return lease.owner();
  }

  @Override
  public String sequencer() {
    return lease.sequencer();
  }

  @Override
  public int nodes() {
    return lease.nodes();
  }

  @Override
  public boolean isHeld() {
    return !givenUp && lease.isHeld();
  }

  @Override
  public Duration remaining() {
    return givenUp ? Duration.ZERO : lease.remaining();
  }

  @Override
  public void ensure(Duration atLeast) {
    lease.ensure(atLeast);
    if (givenUp) {
      throw new IllegalStateException(
          "the leadership of '" + name() + "' with term " + token() + " was resigned before this");
    }
  }

  @Override
  public void onLost(Consumer<Loss> callback) {
    Objects.requireNonNull(callback, "callback");
    lease.onLost(
        loss -> {
          if (!givenUp) {
            callback.accept(loss);
          }
        });
  }

  @Override
  public void onReleaseRequested(Consumer<String> callback) {
    Objects.requireNonNull(callback, "callback");
    lease.onReleaseRequested(
        reason -> {
          if (!givenUp) {
            callback.accept(reason);
          }
        });
  }

  @Override
  public void release() {
    CompletableFuture<Void> unused = releaseAsync();
  }

  @Override
  public void releaseUnused() {
    lease.state().owesNothing();
    release();
  }

  @Override
  public CompletableFuture<Void> releaseAsync() {
    return campaign.resign(this);
  }

  @Override
  public void close() {
    LeaseLostException lost = givenUp ? null : lease.lossAsException();
    release();
    if (lost != null) {
      throw lost;
    }
  }

  @Override
  public String toString() {
    return givenUp ? "Lease[" + name() + ", term " + token() + ", RESIGNED]" : lease.toString();
  }
}
