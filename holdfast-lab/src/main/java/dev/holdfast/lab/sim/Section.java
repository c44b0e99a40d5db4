package dev.holdfast.lab.sim;

import dev.holdfast.Lease;
import java.time.Duration;
import java.util.List;
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

  /** Which of the server's stamps for the name its token comes from. */
  final int number;

  /** Whether it may be believed in beside others': a reader's, or some permits; else it writes. */
  final boolean reads;

  final long deliveredAt;

  /** When nobody believes in it any more, in true time; moves on with renewals. */
  long deadline;

  /** Whether it is over for its client, as far as was seen without asking past the deadline. */
  boolean over;

  /** Whether its leader has resigned, so that its deadline is as it was then. */
  boolean resigned;

  long releasedAt = Long.MAX_VALUE;
  @Nullable CompletableFuture<Void> released;

  /** Those of one lease: this one, or one for each of several names. */
  List<Section> group = List.of(this);

  /** Completes when the thread that has it is to give it back; for sections of a thread. */
  final CompletableFuture<Void> enough;

  /** How many permits it has yet; 0 of a lock. */
  int permits;

  /** Whether its lease is being given another time, so that its deadline may move back. */
  boolean extending;

  /** Until when the name stays taken, because its lease was extended so. */
  long takenUntil = Long.MIN_VALUE;

  int told;
  long toldAt = Long.MAX_VALUE;
  boolean lostAtRelease;

  Section(
      Actor actor,
      Step step,
      String name,
      Lease lease,
      Book.@Nullable Stamped stamped,
      long now,
      CompletableFuture<Void> enough) {
    this(
        actor,
        step,
        name,
        step.side() == Step.Side.READER || step.side() == Step.Side.PERMITS,
        lease,
        stamped,
        now,
        enough);
  }

  private Section(
      Actor actor,
      Step step,
      String name,
      boolean reads,
      Lease lease,
      Book.@Nullable Stamped stamped,
      long now,
      CompletableFuture<Void> enough) {
    this.actor = actor;
    this.step = step;
    this.lease = lease;
    this.token = lease.token();
    this.name = name;
    this.grant = stamped == null ? null : stamped.grant();
    this.number = stamped == null ? -1 : stamped.number();
    this.reads = reads;
    this.permits = step.permits();
    this.enough = enough;
    this.deliveredAt = now;
    this.deadline = now + 1;
  }

  /** What follows it when its writer became a reader, or its reader the writer. */
  Section changedTo(Lease other, Book.@Nullable Stamped stamped, long now) {
    return new Section(actor, step, name, !reads, other, stamped, now, enough);
  }

  /** Its lease is being given back. */
  void releasing(CompletableFuture<Void> confirmed) {
    group.forEach(section -> section.released = confirmed);
  }

  /** Whether the client renews it. */
  boolean renews() {
    return step.side() == Step.Side.READER || step.options().renew();
  }

  /** Whether nobody may believe in it and in the other one at the same time. */
  boolean excludes(Section other) {
    return !reads || !other.reads;
  }

  /** Whether nobody may believe in it while the store has made this grant. */
  boolean isExcludedBy(Grant other) {
    return other == grant ? !reads && other.shared : !reads || !other.shared;
  }

  /** Whether its user may believe in it now. */
  boolean isClaimed(long now) {
    return !over && !isReleased() && now < deadline;
  }

  /** Whether no other lease shares its hold. */
  boolean isAlone() {
    return !reads || step.side() == Step.Side.PERMITS;
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
    if (over || resigned || now >= deadline) {
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
    return actor
        + "'s "
        + (permits > 0 ? "lease of " + permits : reads ? "read lease" : "lease")
        + " of "
        + Texts.name(name)
        + " with token "
        + token;
  }
}
