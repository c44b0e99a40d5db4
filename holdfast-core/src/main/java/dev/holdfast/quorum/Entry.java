package dev.holdfast.quorum;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** How an attempt asks for the first time: all members at once, and only one of them to queue. */
record Entry(Panel panel, Bid bid, Shares shares, Campaign campaign) {
  CompletableFuture<Standing> enter(AcquireRequest asked, List<Integer> tried) {
    int first = panel.first(bid.name(), tried);
    bid.entering(asked, first);
    shares.count();
    List<Integer> order = new ArrayList<>(panel.order(bid.name()));
    order.remove((Integer) first);
    order.add(0, first);
    long stamp = panel.proposedStamp(bid.name());
    AcquireRequest there = asked.proposing(stamp);
    AcquireRequest elsewhere = bid.trying(asked.leaseMillis(), stamp);
    return Round.start(
            panel,
            order,
            new Round.Terms(panel.need(), first, false),
            member -> shares.ask(member, member == first ? there : elsewhere),
            bid::late)
        .thenCompose(round -> entered(asked, round, first, tried));
  }

  private CompletableFuture<Standing> entered(
      AcquireRequest asked, Round<Standing> round, int first, List<Integer> tried) {
    Tally tally = Tally.of(panel, round);
    shares.learn(tally);
    if (bid.isOver()) {
      return Replies.ended();
    }
    if (round.answered() < panel.need()) {
      return CompletableFuture.failedFuture(round.failure("acquire '" + bid.name() + "'"));
    }
    Standing there = tally.at(first);
    boolean enough = tally.holders().size() >= panel.need();
    if (enough && (there == null || there instanceof Standing.Holding)) {
      return bid.settling().settle(tally, round.startedAt(), asked.leaseMillis());
    }
    if (there == null && asked.waits()) {
      List<Integer> more = new ArrayList<>(tried);
      more.add(first);
      return enter(asked, more);
    }
    if (there instanceof Standing.Holding) {
      shares.inVain(tally, first);
      bid.ticketSeen();
      return campaign.hurryAgain(asked.leaseMillis());
    }
    shares.inVain(tally, first);
    if (there instanceof Standing.Queued queued) {
      return bid.queued(queued);
    }
    bid.end();
    return CompletableFuture.completedFuture(
        there instanceof Standing.Mismatched ? there : tally.absent(panel.order(bid.name())));
  }
}
