package dev.holdfast.internal.election;

import dev.holdfast.Candidacy;
import dev.holdfast.CandidacyInfo;
import dev.holdfast.HoldfastListener.LeadershipChanged;
import dev.holdfast.LeadershipListener;
import dev.holdfast.Lease;
import dev.holdfast.Loss;
import dev.holdfast.internal.engine.HeldLease;
import dev.holdfast.internal.locks.NamedLock;
import dev.holdfast.internal.runtime.Parking;
import dev.holdfast.internal.runtime.SerialExecutor;
import dev.holdfast.spi.Backoff;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A candidacy: one request for the lock after another, and the lease that came of the last. */
public final class CandidacyLoop implements Candidacy {
  /*
   * It waits (a request is under way), leads (there is a lease), leaves (a task that will tell the
   * listener and then go on is under way) or is closed. Whatever ends a leadership takes the lease
   * away first, so that only one does it: a loss, a resignation, the end of the candidacy.
   *
   * The listener's calls and what follows from them are tasks that run in turn. A candidate that has
   * been told that it leads no longer campaigns again, and a leadership that is given up is given up,
   * when the listener has returned: it is ready then, and no other candidate leads before.
   *
   * A leadership that ended before its listener heard of it is not told of at all.
   */
  private static final System.Logger LOG = System.getLogger("dev.holdfast");
  private static final Backoff PAUSES = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30));

  private final NamedLock lock;
  private final LeadershipListener listener;
  private final Elections elections;
  private final SerialExecutor notifications;
  private boolean closed;
  private @Nullable CompletableFuture<Lease> request;
  private volatile @Nullable LeaderLease leading;
  private volatile CompletableFuture<Void> givenUp = CompletableFuture.completedFuture(null);
  private int failures; // in a row
  private boolean told; // by tasks alone

  CandidacyLoop(NamedLock lock, LeadershipListener listener, Elections elections) {
    this.lock = lock;
    this.listener = listener;
    this.elections = elections;
    this.notifications = elections.notifications();
  }

  /** Asks for the lock, unless it is all over. */
  void begin() {
    CompletableFuture<Lease> asked = lock.acquireAsync();
    if (noteRequest(asked)) {
      asked.cancel(false);
    }
    CompletableFuture<Lease> unused = asked.whenComplete(this::answered);
  }

  private void beginAgain() {
    if (!isClosed()) {
      try {
        begin();
      } catch (RuntimeException | Error thrown) {
        askLater(thrown);
      }
    }
  }

  /** Whatever keeps it from asking, it asks again, unless the client was closed meanwhile. */
  private void askLater(@Nullable Throwable why) {
    if (!isClosed()) {
      elections.timers.after(nextPause(), this::beginAgain);
      LOG.log(
          Level.WARNING, () -> this + " could not ask for its turn, and will ask again: " + why);
    }
  }

  private synchronized boolean isClosed() {
    return closed || elections.clientClosed.getAsBoolean();
  }

  /** Returns whether it comes too late. */
  private synchronized boolean noteRequest(CompletableFuture<Lease> asked) {
    request = asked;
    return closed;
  }

  private void answered(@Nullable Lease lease, @Nullable Throwable error) {
    if (!(lease instanceof HeldLease held)) {
      askLater(error);
      return;
    }
    try {
      granted(held);
    } catch (RuntimeException | Error thrown) {
      LeaderLease none = leading;
      if (none == null || stopLeadingBy(none)) {
        CompletableFuture<Void> unused = held.releaseAsync();
        askLater(thrown);
      }
    }
  }

  private synchronized long nextPause() {
    return PAUSES.nanos(failures++);
  }

  private void granted(HeldLease held) {
    LeaderLease lease = new LeaderLease(held, this);
    if (!lead(lease)) {
      CompletableFuture<Void> unused = held.releaseAsync();
      return;
    }
    notifications.add(() -> tellElected(lease));
    held.onLost(loss -> lost(lease, loss));
  }

  /** Returns whether it may, since the candidacy was not closed meanwhile. */
  private synchronized boolean lead(LeaderLease lease) {
    request = null;
    failures = 0;
    leading = closed ? null : lease;
    return !closed;
  }

  private void tellElected(LeaderLease lease) {
    if (lease.isHeld()) {
      told = true;
      tellClient(lease, true);
      listener.elected(lease);
    }
  }

  private void tellEnded(LeaderLease lease, Optional<Loss> loss) {
    if (told) {
      told = false;
      tellClient(lease, false);
      listener.ended(loss);
    }
  }

  private void tellClient(LeaderLease lease, boolean leads) {
    elections.engine.leaseEvents.leadershipChanged(
        new LeadershipChanged(lease.name(), lease.token(), leads));
  }

  private void lost(LeaderLease lease, Loss loss) {
    if (stopLeadingBy(lease)) {
      notifications.add(
          () -> {
            try {
              tellEnded(lease, Optional.of(loss));
            } finally {
              beginAgain();
            }
          });
    }
  }

  private synchronized boolean stopLeadingBy(@Nullable LeaderLease lease) {
    if (lease == null || leading != lease) {
      return false;
    }
    leading = null;
    return true;
  }

  @Override
  public boolean isLeader() {
    return lease().isPresent();
  }

  @Override
  public Optional<Lease> lease() {
    return Optional.<Lease>ofNullable(leading).filter(Lease::isHeld);
  }

  CandidacyInfo info() {
    return new CandidacyInfo(lock.name(), lease().map(Lease::token).orElse(0L));
  }

  @Override
  public void resign() {
    CompletableFuture<Void> unused = resign(leading);
  }

  /** Completes when the leadership by this lease, if it is the present one, has been given up. */
  CompletableFuture<Void> resign(@Nullable LeaderLease lease) {
    if (lease == null || !stopLeadingBy(lease)) {
      return CompletableFuture.completedFuture(null);
    }
    Optional<Loss> loss = lease.giveUp();
    CompletableFuture<Void> done = new CompletableFuture<>();
    givenUp = done;
    notifications.add(
        () -> {
          try {
            tellEnded(lease, loss);
          } finally {
            try {
              CompletableFuture<Void> unused = lease.end().thenRun(() -> done.complete(null));
            } finally {
              beginAgain();
            }
          }
        });
    return done;
  }

  @Override
  public void close() {
    CompletableFuture<Void> done = leave();
    if (!notifications.isRunningHere()) {
      Parking.await(done, elections.closeNanos);
    }
  }

  /** Ends it; completes when the leadership that it has, if it has one, has been given up. */
  CompletableFuture<Void> leave() {
    CompletableFuture<Lease> asked;
    synchronized (this) {
      closed = true;
      asked = request;
      request = null;
    }
    if (asked != null) {
      asked.cancel(false);
    }
    resign();
    elections.left(this);
    return givenUp;
  }

  @Override
  public String toString() {
    return "Candidacy[" + lock.name() + "]";
  }
}
