package dev.holdfast.quorum;

import dev.holdfast.spi.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;

/**
 * What makes enough members' answers a grant: a stamp that a majority has taken down, and clocks
 * that were not stepped before. Where the answers do not show both already, members are asked
 * again, for both at the same time.
 */
record GrantCheck(
    Members panel, QuorumAttempt quorumAttempt, MemberHolds memberHolds, StampWriter stampWriter) {
  CompletableFuture<Standing> settle(Tally tally, long startedAt, long leaseMillis) {
    CompletableFuture<Tally> writing = stampWriter.write(tally, tally.holders(), leaseMillis);
    return steady(tally)
        .thenCompose(
            steady -> writing.thenCompose(after -> settled(tally, after, steady, startedAt)));
  }

  private CompletableFuture<Standing> settled(
      Tally tally, Tally after, List<Integer> steady, long startedAt) {
    if (!stampWriter.isWritten(after, tally.holders())) {
      return CompletableFuture.failedFuture(NoMajority.unwritten(quorumAttempt.name()));
    }
    memberHolds.learn(after);
    Tally counted = after.without(unsteady(after.holders(), steady));
    if (counted.holders().size() < panel.need()) {
      if (quorumAttempt.isAsking()) {
        memberHolds.inVain(after, quorumAttempt.head());
      }
      return CompletableFuture.failedFuture(
          NoMajority.uncounted(
              panel, quorumAttempt.name(), after.holders(), counted.holders().size()));
    }
    return quorumAttempt.granted(counted, after.top(tally.holders()), startedAt);
  }

  private static List<Integer> unsteady(List<Integer> holders, List<Integer> steady) {
    List<Integer> unsteady = new ArrayList<>(holders);
    unsteady.removeAll(steady);
    return unsteady;
  }

  /** Those members that hold whose clocks were not stepped before; some show it by their stamps. */
  private CompletableFuture<List<Integer>> steady(Tally tally) {
    return steady(tally.holders(), member -> isProven(tally, member));
  }

  private boolean isProven(Tally tally, int member) {
    Standing.Holding holding = tally.holding(member);
    return holding != null
        && panel
            .member(member)
            .isProvenBy(quorumAttempt.name(), holding.stamp(), quorumAttempt.begunAt());
  }

  /**
   * Those of these members, which have just changed a hold, whose clocks were not stepped before.
   */
  CompletableFuture<List<Integer>> steady(List<Integer> holders) {
    return steady(holders, member -> false);
  }

  private CompletableFuture<List<Integer>> steady(List<Integer> holders, IntPredicate proven) {
    return clocks(holders, new Round.Terms(panel.need(), -1, false), proven)
        .thenCompose(
            round ->
                panel.areStepsUndecided()
                    ? clocks(
                            panel.order(),
                            new Round.Terms(panel.majority(), -1, true),
                            member -> false)
                        .thenApply(all -> round)
                    : CompletableFuture.completedFuture(round))
        .thenApply(
            round ->
                holders.stream()
                    .filter(member -> round.answer(member) != null)
                    .filter(member -> !panel.member(member).isDoubtful())
                    .toList());
  }

  /** Looks at the clocks of these members, but for those of which it is known that they go on. */
  private CompletableFuture<Round<Boolean>> clocks(
      List<Integer> members, Round.Terms terms, IntPredicate known) {
    return Round.start(
        panel,
        members,
        terms,
        member ->
            known.test(member)
                ? CompletableFuture.completedFuture(true)
                : panel.member(member).lookAtClock(quorumAttempt.name()),
        (member, late) -> {});
  }
}
