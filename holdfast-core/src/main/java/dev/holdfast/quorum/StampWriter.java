package dev.holdfast.quorum;

import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Makes the stamp of a hold one that a majority of the members has. */
record StampWriter(Members panel, MemberHolds memberHolds, String name, String attempt) {
  /** How often a stamp is written, as each time another may be in its way. */
  private static final int TIMES = 12;

  /** How far above all others a stamp is chosen that is written again, at most; then doubled. */
  private static final int LEAST_LEAP_MICROS = 32;

  /**
   * Writes the highest stamp of these members, which hold, to those that have a lower one. A member
   * where another shared hold has that stamp already gives a higher one. Then readers that come
   * together are in each other's way, and each tries a stamp that it has leapt to by chance.
   *
   * @return what the members say then; a majority has the highest stamp, or it could not be written
   */
  CompletableFuture<Tally> write(Tally tally, List<Integer> holders, long leaseMillis) {
    return write(tally, holders, leaseMillis, TIMES);
  }

  /**
   * The same with a stamp that none of them has yet, so that what was sent to one of them before,
   * and names the stamp it had, does nothing any more.
   */
  CompletableFuture<Tally> writeAnew(Tally tally, List<Integer> holders, long leaseMillis) {
    return writeTo(tally, holders, holders, tally.top(holders) + 1, leaseMillis, TIMES - 1);
  }

  /** Whether a majority has one stamp. */
  boolean isWritten(Tally tally, List<Integer> holders) {
    return tally.at(tally.top(holders), holders).size() >= panel.majority();
  }

  private CompletableFuture<Tally> write(
      Tally tally, List<Integer> holders, long leaseMillis, int times) {
    long top = tally.top(holders);
    List<Integer> high = tally.at(top, holders);
    if (high.size() >= panel.majority() || times == 0) {
      return CompletableFuture.completedFuture(tally);
    }
    boolean first = times == TIMES;
    List<Integer> asked = new ArrayList<>(holders);
    if (first) {
      asked.removeAll(high);
    }
    long stamp = first ? top : top + 1 + panel.pace().random(LEAST_LEAP_MICROS << (TIMES - times));
    return writeTo(tally, holders, asked, stamp, leaseMillis, times - 1);
  }

  private CompletableFuture<Tally> writeTo(
      Tally tally,
      List<Integer> holders,
      List<Integer> asked,
      long stamp,
      long leaseMillis,
      int timesLeft) {
    KeepAlive raise = new KeepAlive.Raise(name, attempt, leaseMillis, stamp);
    return Round.<Standing>start(
            panel,
            asked,
            new Round.Terms(panel.majority() - holders.size() + asked.size(), -1, false),
            member -> memberHolds.keep(member, raise),
            (member, standing) -> {})
        .thenCompose(
            round -> write(tally.with(Tally.of(panel, round)), holders, leaseMillis, timesLeft));
  }
}
