package dev.holdfast.quorum;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Backoff;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Standing;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * How an attempt that has the ticket, which is the hold at the member with the queue, gets the hold
 * at the others: it asks them again and again, with growing random pauses, and lets go of what it
 * got whenever that is too few. Thread-safe.
 */
final class MajorityCollector {
  /** How often an attempt with the ticket asks again before it is told to wait. */
  private static final int QUICK_ROUNDS = 6;

  private static final Backoff PAUSES =
      new Backoff(Duration.ofNanos(500_000), Duration.ofMillis(32));

  private final Members panel;
  private final QuorumAttempt quorumAttempt;
  private final MemberHolds memberHolds;
  private final AtomicBoolean planned = new AtomicBoolean();
  private final AtomicReference<CompletableFuture<Standing>> running =
      new AtomicReference<>(CompletableFuture.completedFuture(null));

  MajorityCollector(Members panel, QuorumAttempt quorumAttempt, MemberHolds memberHolds) {
    this.panel = panel;
    this.quorumAttempt = quorumAttempt;
    this.memberHolds = memberHolds;
  }

  /** Goes on until the hold is granted, or the ticket is lost; the listener is told. */
  void begin() {
    goOn(0);
  }

  /** The same, with a pause before it; does nothing if that is planned already. */
  void later(int round) {
    if (quorumAttempt.isNext() && planned.compareAndSet(false, true)) {
      Runnable unused =
          panel
              .pace()
              .after(
                  pauseNanos(round),
                  () -> {
                    planned.set(false);
                    if (quorumAttempt.isNext()) {
                      goOn(round + 1);
                    }
                  });
    }
  }

  private void goOn(int next) {
    CompletableFuture<Standing> unused =
        once(quorumAttempt.request().claimMillis()).whenComplete((standing, error) -> later(next));
  }

  private long pauseNanos(int round) {
    long most = PAUSES.nanos(round);
    return most / 2 + panel.pace().random((int) most);
  }

  /** Asks the others some times before the client is answered, the first time at once. */
  CompletableFuture<Standing> hurry(long leaseMillis) {
    return hurry(leaseMillis, QUICK_ROUNDS);
  }

  /** The same, after a pause: the others have just been asked. */
  CompletableFuture<Standing> hurryAgain(long leaseMillis) {
    return paused(QUICK_ROUNDS).thenCompose(now -> hurry(leaseMillis));
  }

  private CompletableFuture<Boolean> paused(int rounds) {
    CompletableFuture<Boolean> paused = new CompletableFuture<>();
    Runnable unused =
        panel.pace().after(pauseNanos(QUICK_ROUNDS - rounds), () -> paused.complete(true));
    return paused;
  }

  private CompletableFuture<Standing> hurry(long leaseMillis, int rounds) {
    return once(leaseMillis)
        .thenCompose(
            standing -> {
              if (standing instanceof Standing.Absent ticketless) {
                return quorumAttempt.lost(ticketless);
              }
              if (!(standing instanceof Standing.Queued queued)) {
                return CompletableFuture.completedFuture(standing);
              }
              return rounds > 1
                  ? paused(rounds).thenCompose(now -> hurry(leaseMillis, rounds - 1))
                  : quorumAttempt.unserved(queued);
            });
  }

  /**
   * Asks the others for the hold, if the ticket is still good.
   *
   * @return {@code Holding}, or {@code Queued} as the first, or {@code Absent} without a ticket, or
   *     with one that is of no use any more
   */
  CompletableFuture<Standing> once(long leaseMillis) {
    CompletableFuture<Standing> mine = new CompletableFuture<>();
    CompletableFuture<Standing> now =
        running.updateAndGet(before -> before.isDone() ? mine : before);
    if (now == mine) {
      Promises.pass(panel.turns().take(quorumAttempt.name(), () -> round(leaseMillis)), mine);
    }
    return now;
  }

  private CompletableFuture<Standing> round(long leaseMillis) {
    if (!quorumAttempt.isAsking()) {
      // It was granted or ended since this was begun: no other round may let go of anything then.
      return quorumAttempt.again(quorumAttempt.place());
    }
    memberHolds.count();
    int first = quorumAttempt.head();
    AcquireRequest elsewhere =
        quorumAttempt.trying(leaseMillis, panel.proposedStamp(quorumAttempt.name()));
    KeepAlive place = quorumAttempt.place();
    return Round.start(
            panel,
            panel.order(quorumAttempt.name()),
            new Round.Terms(panel.need(), first, false),
            member ->
                member == first
                    ? memberHolds.keep(member, place)
                    : memberHolds.ask(member, elsewhere),
            quorumAttempt::late)
        .thenCompose(round -> over(round, first, leaseMillis));
  }

  private CompletableFuture<Standing> over(Round<Standing> round, int first, long leaseMillis) {
    Tally tally = Tally.of(panel, round);
    memberHolds.learn(tally);
    if (quorumAttempt.isOver()) {
      return NoMajority.ended();
    }
    boolean good = tally.holding(first) != null;
    if (good && tally.holders().size() >= panel.need()) {
      return quorumAttempt.grantCheck().settle(tally, round.startedAt(), leaseMillis);
    }
    memberHolds.inVain(tally, first);
    Standing.Absent taken = tally.absent(panel.order(quorumAttempt.name()));
    if ((good || tally.at(first) == null) && memberHolds.countable() >= panel.need()) {
      return CompletableFuture.completedFuture(
          new Standing.Queued(0, taken.holdRemainingMillis(), taken.holder()));
    }
    quorumAttempt.ticketLost();
    return CompletableFuture.completedFuture(taken);
  }
}
