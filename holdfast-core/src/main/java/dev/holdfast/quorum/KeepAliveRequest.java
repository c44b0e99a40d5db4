package dev.holdfast.quorum;

import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** One request to keep a granted hold alive or to change it, put to all members. */
final class KeepAliveRequest {
  private final Members panel;
  private final QuorumAttempt quorumAttempt;
  private final QuorumKeepAlive upkeep;
  private final KeepAlive asked;
  private final QuorumAttempt.Present before;
  private List<Integer> settled = List.of(); // members that had the change and its stamp first

  KeepAliveRequest(
      Members panel, QuorumAttempt quorumAttempt, QuorumKeepAlive upkeep, KeepAlive asked) {
    this.panel = panel;
    this.quorumAttempt = quorumAttempt;
    this.upkeep = upkeep;
    this.asked = asked;
    this.before = quorumAttempt.present();
  }

  /** What one member is asked. */
  KeepAlive question(int member) {
    if (asked instanceof KeepAlive.Hold hold && !hold.newStamp()) {
      return new KeepAlive.Raise(hold.name(), hold.attempt(), hold.leaseMillis(), before.stamp());
    }
    if (asked instanceof KeepAlive.Raise raise) {
      return new KeepAlive.Raise(
          raise.name(),
          raise.attempt(),
          raise.leaseMillis(),
          Math.max(raise.stamp(), before.stamp()));
    }
    if (asked instanceof KeepAlive.Change change) {
      return changes(change)
          ? new KeepAlive.Change(
              change.name(),
              change.attempt(),
              change.leaseMillis(),
              before.stamps().get(member),
              change.to())
          : new KeepAlive.Raise(
              change.name(), change.attempt(), change.leaseMillis(), before.stamp());
    }
    return asked;
  }

  private boolean changes(KeepAlive.Change change) {
    return change.stamp() == before.stamp() && change.to() != before.mode();
  }

  /**
   * Some members have answered, before the one with the queue is told of a change: if a majority
   * has changed, its stamp is written now, below those of all attempts for which the change makes
   * room.
   */
  CompletableFuture<Tally> settled(Tally tally) {
    if (!(asked instanceof KeepAlive.Change change) || !changes(change)) {
      return CompletableFuture.completedFuture(tally);
    }
    List<Integer> done = tally.in(change.to());
    if (done.size() < panel.majority()) {
      return CompletableFuture.completedFuture(tally);
    }
    settled = done;
    return quorumAttempt.stampWriter().writeAnew(tally, done, asked.leaseMillis());
  }

  /** What the members' answers come to. */
  CompletableFuture<Standing> answered(Tally tally, long startedAt) {
    if (!quorumAttempt.isHeld()) {
      return NoMajority.ended();
    }
    boolean expired = panel.pace().nanos() >= quorumAttempt.present().validUntil();
    Mode to = asked instanceof KeepAlive.Change change && changes(change) ? change.to() : null;
    if (to != null && !expired) {
      List<Integer> done = settled.isEmpty() ? tally.in(to) : settled;
      if (done.size() >= panel.majority()) {
        return changed(tally, done, to, startedAt);
      }
    }
    Tally held = tally.of(before.mode());
    if (expired || held.others().size() > panel.size() - panel.majority()) {
      quorumAttempt.end();
      // A release that finds nothing leaves a mark, and the attempt is not granted again there.
      List<Integer> left = new ArrayList<>(panel.order(quorumAttempt.name()));
      left.removeAll(tally.broken());
      quorumAttempt.memberHolds().drop(left);
      return CompletableFuture.completedFuture(tally.absent(panel.order(quorumAttempt.name())));
    }
    quorumAttempt.memberHolds().learn(tally);
    if (held.holders().size() < panel.majority()) {
      if (to == null) {
        align(tally);
      }
      return CompletableFuture.completedFuture(
          NoMajority.unknown(
              quorumAttempt.name(),
              held.holders().size() + " of " + panel.size() + " members say that it holds"));
    }
    boolean higher =
        (asked instanceof KeepAlive.Raise raise && raise.stamp() > before.stamp())
            || (asked instanceof KeepAlive.Hold hold && hold.newStamp());
    if (higher) {
      if (isOvertaken()) {
        return CompletableFuture.completedFuture(overtaken());
      }
      return quorumAttempt
          .stampWriter()
          .write(held, held.holders(), asked.leaseMillis())
          .thenApply(after -> stamped(after, held.holders(), before.mode(), startedAt));
    }
    Standing.Holding renewed = quorumAttempt.renewed(tally, before.mode(), startedAt);
    if (!(asked instanceof KeepAlive.Place)) {
      List<Integer> missing = new ArrayList<>(panel.order());
      missing.removeAll(tally.holders());
      upkeep.repair(missing, asked.leaseMillis());
      align(tally);
    }
    return CompletableFuture.completedFuture(renewed);
  }

  /**
   * Whether a change was made, or begun, since this was asked. Then it does not tell the mode, nor
   * a stamp that may be above the change's: what has the higher stamp counts as the newer answer.
   */
  private boolean isOvertaken() {
    return !quorumAttempt
        .changes()
        .isNone(before.turns(), asked instanceof KeepAlive.Change ? 1 : 0);
  }

  private Standing overtaken() {
    return NoMajority.unknown(quorumAttempt.name(), "the hold was changed meanwhile");
  }

  /**
   * Changes the hold where it is recorded in another mode: a change may not have been made. Not if
   * it may be one that was made since this was asked: that would make a reader of a writer.
   */
  private void align(Tally tally) {
    if (isOvertaken()) {
      return;
    }
    List<Integer> otherwise = new ArrayList<>(tally.holders());
    otherwise.removeAll(tally.in(before.mode()));
    upkeep.align(otherwise, before.mode(), asked.leaseMillis());
  }

  /** A majority has it in the new mode. */
  private CompletableFuture<Standing> changed(
      Tally tally, List<Integer> done, Mode mode, long startedAt) {
    CompletableFuture<Tally> written =
        settled.isEmpty()
            ? quorumAttempt.stampWriter().writeAnew(tally, done, asked.leaseMillis())
            : CompletableFuture.completedFuture(tally);
    return written.thenCompose(
        after ->
            quorumAttempt
                .grantCheck()
                .steady(mode == Mode.EXCLUSIVE ? done : List.of())
                .thenApply(
                    steady ->
                        mode == Mode.EXCLUSIVE && steady.size() < panel.majority()
                            ? NoMajority.unknown(quorumAttempt.name(), "too few clocks are certain")
                            : stamped(after, done, mode, startedAt)));
  }

  /** The highest of the new stamps was written to these, which hold. */
  private Standing stamped(Tally after, List<Integer> holders, Mode mode, long startedAt) {
    if (!quorumAttempt.stampWriter().isWritten(after.of(mode), holders)) {
      return NoMajority.unknown(quorumAttempt.name(), "a majority did not take down the new token");
    }
    long top = after.of(mode).top(holders);
    if (asked instanceof KeepAlive.Change) {
      quorumAttempt.changed(top, mode);
    } else if (isOvertaken()) {
      return overtaken();
    } else {
      quorumAttempt.restamped(top);
    }
    return quorumAttempt.renewed(after, mode, startedAt);
  }
}
