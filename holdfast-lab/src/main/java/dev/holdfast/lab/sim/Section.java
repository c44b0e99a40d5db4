package dev.holdfast.lab.sim;

import dev.holdfast.Lease;
import dev.holdfast.lab.sim.Ledger.Grant;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A lease in a user's hands: from when to when it may be believed in, and what was told of it. */
final class Section {
  final Actor actor;
  final Step step;
  final Lease lease;
  final long token;
  final String name;
  final @Nullable Grant grant;
  final long deliveredAt;

  /** When nobody believes in it any more, in true time; moves on with renewals. */
  long deadline;

  /** Whether it is over for its client, as far as was seen without asking past the deadline. */
  boolean over;

  long releasedAt = Long.MAX_VALUE;
  @Nullable CompletableFuture<Void> released;

  /** Completes when the thread that has it is to give it back; for sections of a thread. */
  final CompletableFuture<Void> enough = new CompletableFuture<>();

  int told;
  long toldAt = Long.MAX_VALUE;
  boolean lostAtRelease;

  Section(Actor actor, Step step, Lease lease, @Nullable Grant grant, long now) {
    this.actor = actor;
    this.step = step;
    this.lease = lease;
    this.token = lease.token();
    this.name = lease.name();
    this.grant = grant;
    this.deliveredAt = now;
    this.deadline = now + 1;
  }

  /** Whether its user may believe in it now. */
  boolean isClaimed(long now) {
    return !over && !isReleased() && now < deadline;
  }

  boolean isReleased() {
    return releasedAt != Long.MAX_VALUE;
  }

  /** Whether the store kept its word for it. */
  boolean isPromised() {
    Grant from = grant;
    return from != null && !from.isVoid;
  }

  /**
   * Learns its deadline without changing anything: asks only while it is not past, because asking
   * later would make the client notice its loss.
   *
   * @return whether the deadline moved
   */
  boolean refresh(long now) {
    if (over || now >= deadline) {
      return false;
    }
    Duration left = lease.remaining();
    if (left.isZero()) {
      over = true;
      return false;
    }
    long before = deadline;
    deadline = actor.whenLocal(actor.localNow() + left.toNanos());
    return deadline != before;
  }

  @Override
  public String toString() {
    return actor + "'s lease of " + Texts.name(name) + " with token " + token;
  }
}
