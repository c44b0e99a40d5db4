package dev.holdfast.quorum;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Keeps one attempt's place or hold alive. Thread-safe. */
final class Upkeep {
  private final Panel panel;
  private final Bid bid;
  private final Shares shares;
  private final Campaign campaign;

  Upkeep(Panel panel, Bid bid, Shares shares, Campaign campaign) {
    this.panel = panel;
    this.bid = bid;
    this.shares = shares;
    this.campaign = campaign;
  }

  /**
   * A change is told to the queue's member last: whoever that makes room for finds it at the
   * others. Changes are made one after the other: of two at the same time the older could get the
   * higher stamp, and be taken for the newer one.
   */
  CompletableFuture<Standing> renew(KeepAlive asked) {
    if (!(asked instanceof KeepAlive.Change)) {
      return renew(new Renewal(panel, bid, this, asked), false);
    }
    return panel.turns().take(bid.attempt(), () -> change(asked));
  }

  private CompletableFuture<Standing> change(KeepAlive asked) {
    bid.changes().begin();
    return renew(new Renewal(panel, bid, this, asked), true)
        .whenComplete((standing, error) -> bid.changes().end());
  }

  private CompletableFuture<Standing> renew(Renewal renewal, boolean changes) {
    List<Integer> others = new ArrayList<>(panel.order(bid.name()));
    List<Integer> last = new ArrayList<>();
    if (changes) {
      others.remove((Integer) bid.head());
      last.add(bid.head());
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
      List<Integer> members, Round.Terms terms, Renewal renewal) {
    return Round.start(
        panel,
        members,
        terms,
        member -> shares.keep(member, renewal.question(member)),
        (member, standing) -> {});
  }

  /** Where a waiting attempt stands at the member with the queue. */
  CompletableFuture<Standing> look(KeepAlive asked) {
    bid.asked();
    int first = bid.head();
    KeepAlive question = asked;
    if (asked instanceof KeepAlive.Place && bid.isNext()) {
      // Whoever has the ticket is alive, and keeps it until the others are free.
      question = new KeepAlive.Hold(bid.name(), bid.attempt(), bid.request().claimMillis(), false);
    }
    return shares
        .keep(first, question)
        .exceptionally(error -> Replies.unknown(bid.name(), String.valueOf(error.getMessage())))
        .thenCompose(standing -> looked(asked, standing));
  }

  private CompletableFuture<Standing> looked(KeepAlive asked, Standing standing) {
    if (standing instanceof Standing.Unknown) {
      return unheard();
    }
    if (asked instanceof KeepAlive.Place place) {
      bid.heardOf(place);
    }
    if (standing instanceof Standing.Holding) {
      bid.ticketSeen();
      return campaign
          .hurry(bid.request().claimMillis())
          .thenCompose(
              now -> {
                if (now instanceof Standing.Holding && !(asked instanceof KeepAlive.Place)) {
                  return bid.again(asked);
                }
                return CompletableFuture.completedFuture(now);
              });
    }
    if (standing instanceof Standing.Absent absent
        && (asked instanceof KeepAlive.Place || bid.isNext())) {
      return bid.lost(absent);
    }
    return CompletableFuture.completedFuture(standing);
  }

  /** The queue's member does not answer: the place there is given up, if others do. */
  private CompletableFuture<Standing> unheard() {
    if (!panel.isReachable()) {
      return CompletableFuture.completedFuture(
          Replies.unknown(bid.name(), "the members do not answer"));
    }
    return bid.lost(new Standing.Absent(0, null, false));
  }

  /** Asks those who do not have the hold for it. */
  void repair(List<Integer> missing, long leaseMillis) {
    AcquireRequest asked = bid.trying(leaseMillis, 0);
    for (int member : missing) {
      if (!panel.member(member).isSilent()) {
        CompletableFuture<Standing> unused =
            shares
                .ask(member, asked)
                .whenComplete(
                    (standing, error) -> {
                      if (standing != null) {
                        bid.late(member, standing);
                      }
                    });
      }
    }
  }

  /** Changes the hold where it is recorded in another mode than the lease's. */
  void align(List<Integer> members, Mode to, long leaseMillis) {
    for (int member : members) {
      long there = shares.stamps().get(member);
      CompletableFuture<Standing> unused =
          shares.keep(
              member, new KeepAlive.Change(bid.name(), bid.attempt(), leaseMillis, there, to));
    }
  }
}
