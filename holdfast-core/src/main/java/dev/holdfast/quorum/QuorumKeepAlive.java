package dev.holdfast.quorum;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Keeps one attempt's place or hold alive. Thread-safe. */
final class QuorumKeepAlive {
  private final Members panel;
  private final QuorumAttempt quorumAttempt;
  private final MemberHolds memberHolds;
  private final MajorityCollector collector;

  QuorumKeepAlive(
      Members panel,
      QuorumAttempt quorumAttempt,
      MemberHolds memberHolds,
      MajorityCollector collector) {
    this.panel = panel;
    this.quorumAttempt = quorumAttempt;
    this.memberHolds = memberHolds;
    this.collector = collector;
  }

  /**
   * A change is told to the queue's member last: an attempt for which that makes room finds room at
   * the others. Changes are made one after the other: of two at the same time the older could get
   * the higher stamp, and be taken for the newer one.
   */
  CompletableFuture<Standing> renew(KeepAlive asked) {
    if (!(asked instanceof KeepAlive.Change)) {
      return renew(new KeepAliveRequest(panel, quorumAttempt, this, asked), false);
    }
    return panel.turns().take(quorumAttempt.attempt(), () -> change(asked));
  }

  private CompletableFuture<Standing> change(KeepAlive asked) {
    quorumAttempt.changes().begin();
    return renew(new KeepAliveRequest(panel, quorumAttempt, this, asked), true)
        .whenComplete((standing, error) -> quorumAttempt.changes().end());
  }

  private CompletableFuture<Standing> renew(KeepAliveRequest renewal, boolean changes) {
    List<Integer> others = new ArrayList<>(panel.order(quorumAttempt.name()));
    List<Integer> last = new ArrayList<>();
    if (changes) {
      others.remove((Integer) quorumAttempt.head());
      last.add(quorumAttempt.head());
    }
    return keepAll(others, new Round.Terms(panel.majority() - last.size(), -1, changes), renewal)
        .thenCompose(
            round ->
                renewal
                    .settled(Tally.of(panel, round))
                    .thenCompose(
                        tally ->
                            last.isEmpty()
                                ? renewal.answered(tally, round.startedAt())
                                : keepAll(last, new Round.Terms(1, -1, true), renewal)
                                    .thenCompose(
                                        end ->
                                            renewal.answered(
                                                tally.with(Tally.of(panel, end)),
                                                round.startedAt()))));
  }

  private CompletableFuture<Round<Standing>> keepAll(
      List<Integer> members, Round.Terms terms, KeepAliveRequest renewal) {
    return Round.start(
        panel,
        members,
        terms,
        member -> memberHolds.keep(member, renewal.question(member)),
        (member, standing) -> {});
  }

  /** Where a waiting attempt stands at the member with the queue. */
  CompletableFuture<Standing> look(KeepAlive asked) {
    quorumAttempt.asked();
    int first = quorumAttempt.head();
    KeepAlive question = asked;
    if (asked instanceof KeepAlive.Place && quorumAttempt.isNext()) {
      // The attempt with the ticket is alive, and keeps it until the others are free.
      question =
          new KeepAlive.Hold(
              quorumAttempt.name(),
              quorumAttempt.attempt(),
              quorumAttempt.request().claimMillis(),
              false);
    }
    return memberHolds
        .keep(first, question)
        .exceptionally(
            error -> NoMajority.unknown(quorumAttempt.name(), String.valueOf(error.getMessage())))
        .thenCompose(standing -> looked(asked, standing));
  }

  private CompletableFuture<Standing> looked(KeepAlive asked, Standing standing) {
    if (standing instanceof Standing.Unknown) {
      return unheard();
    }
    if (asked instanceof KeepAlive.Place place) {
      quorumAttempt.heardOf(place);
    }
    if (standing instanceof Standing.Holding) {
      quorumAttempt.ticketSeen();
      return collector
          .hurry(quorumAttempt.request().claimMillis())
          .thenCompose(
              now -> {
                if (now instanceof Standing.Holding && !(asked instanceof KeepAlive.Place)) {
                  return quorumAttempt.again(asked);
                }
                return CompletableFuture.completedFuture(now);
              });
    }
    if (standing instanceof Standing.Absent absent
        && (asked instanceof KeepAlive.Place || quorumAttempt.isNext())) {
      return quorumAttempt.lost(absent);
    }
    return CompletableFuture.completedFuture(standing);
  }

  /** The queue's member does not answer: the place there is given up, if others do. */
  private CompletableFuture<Standing> unheard() {
    if (!panel.isReachable()) {
      return CompletableFuture.completedFuture(
          NoMajority.unknown(quorumAttempt.name(), "the members do not answer"));
    }
    return quorumAttempt.lost(new Standing.Absent(0, null, false));
  }

  /** Asks the members that do not have the hold for it. */
  void repair(List<Integer> missing, long leaseMillis) {
    AcquireRequest asked = quorumAttempt.trying(leaseMillis, 0);
    for (int member : missing) {
      if (!panel.member(member).isSilent()) {
        CompletableFuture<Standing> unused =
            memberHolds
                .ask(member, asked)
                .whenComplete(
                    (standing, error) -> {
                      if (standing != null) {
                        quorumAttempt.late(member, standing);
                      }
                    });
      }
    }
  }

  /** Changes the hold where it is recorded in another mode than the lease's. */
  void align(List<Integer> members, Mode to, long leaseMillis) {
    for (int member : members) {
      long there = memberHolds.stamps().get(member);
      CompletableFuture<Standing> unused =
          memberHolds.keep(
              member,
              new KeepAlive.Change(
                  quorumAttempt.name(), quorumAttempt.attempt(), leaseMillis, there, to));
    }
  }
}
