package dev.holdfast.quorum;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** How an attempt asks for the first time: all members at once, and only one of them to queue. */
record InitialAsk(
    Members panel,
    QuorumAttempt quorumAttempt,
    MemberHolds memberHolds,
    MajorityCollector collector) {
  CompletableFuture<Standing> enter(AcquireRequest asked, List<Integer> tried) {
    int first = panel.first(quorumAttempt.name(), tried);
    quorumAttempt.entering(asked, first);
    memberHolds.count();
    List<Integer> order = new ArrayList<>(panel.order(quorumAttempt.name()));
    order.remove((Integer) first);
    order.add(0, first);
    long stamp = panel.proposedStamp(quorumAttempt.name());
    AcquireRequest there = asked.proposing(stamp);
    AcquireRequest elsewhere = quorumAttempt.trying(asked.leaseMillis(), stamp);
    return Round.start(
            panel,
            order,
            new Round.Terms(panel.need(), first, false),
            member -> memberHolds.ask(member, member == first ? there : elsewhere),
            quorumAttempt::late)
        .thenCompose(round -> entered(asked, round, first, tried));
  }

  private CompletableFuture<Standing> entered(
      AcquireRequest asked, Round<Standing> round, int first, List<Integer> tried) {
    Tally tally = Tally.of(panel, round);
    memberHolds.learn(tally);
    if (quorumAttempt.isOver()) {
      return NoMajority.ended();
    }
    if (round.answered() < panel.need()) {
      return CompletableFuture.failedFuture(
          round.failure("acquire '" + quorumAttempt.name() + "'"));
    }
    Standing there = tally.at(first);
    boolean enough = tally.holders().size() >= panel.need();
    if (enough && (there == null || there instanceof Standing.Holding)) {
      return quorumAttempt.grantCheck().settle(tally, round.startedAt(), asked.leaseMillis());
    }
    if (there == null && asked.waits()) {
      List<Integer> more = new ArrayList<>(tried);
      more.add(first);
      return enter(asked, more);
    }
    if (there instanceof Standing.Holding) {
      memberHolds.inVain(tally, first);
      quorumAttempt.ticketSeen();
      return collector.hurryAgain(asked.leaseMillis());
    }
    memberHolds.inVain(tally, first);
    if (there instanceof Standing.Queued queued) {
      return quorumAttempt.queued(queued);
    }
    quorumAttempt.end();
    return CompletableFuture.completedFuture(
        there instanceof Standing.Mismatched
            ? there
            : tally.absent(panel.order(quorumAttempt.name())));
  }
}
