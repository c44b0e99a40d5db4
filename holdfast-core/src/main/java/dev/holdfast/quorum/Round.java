package dev.holdfast.quorum;

import dev.holdfast.StoreException;
import dev.holdfast.spi.Futures;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One question, put to several members at the same time, and what they answered until it was over.
 * It is over when all have answered that are not silent; or, once enough have, after about as long
 * again. Thread-safe; answers are read when it is over.
 */
final class Round<T> {
  private static final int GRACE_FRACTION = 10;

  /** What is done with an answer that comes when the round is over. */
  @FunctionalInterface
  interface Latecomer<T> {
    void answered(int member, T answer);
  }

  private final Members panel;
  private final Terms terms;
  private final Latecomer<T> latecomer;
  private final long startedAt;
  private final ReentrantLock lock = new ReentrantLock();
  private final CompletableFuture<Round<T>> over = new CompletableFuture<>();
  // Guarded by the lock until the round is over; nothing changes in them afterwards.
  private final @Nullable Object[] answers;
  private final @Nullable Throwable[] errors;
  private final boolean[] open;
  private final boolean[] live;
  private int answered;
  private boolean ended;
  private boolean starting = true;
  private boolean waitedFor;
  private Runnable timer = () -> {};

  /**
   * When a round is over.
   *
   * @param enough how many answers are needed
   * @param awaited the member that is waited for, as long as the panel is patient; -1 for none
   * @param all whether all that are not silent are waited for like that
   */
  record Terms(int enough, int awaited, boolean all) {}

  private Round(Members panel, Terms terms, Latecomer<T> latecomer) {
    this.panel = panel;
    this.terms = terms;
    this.latecomer = latecomer;
    this.startedAt = panel.pace().nanos();
    int size = panel.size();
    this.answers = new @Nullable Object[size];
    this.errors = new @Nullable Throwable[size];
    this.open = new boolean[size];
    this.live = new boolean[size];
  }

  /** Asks these members in this order, without waiting in between. */
  static <T> CompletableFuture<Round<T>> start(
      Members panel,
      List<Integer> members,
      Terms terms,
      IntFunction<CompletableFuture<T>> question,
      Latecomer<T> latecomer) {
    Round<T> round = new Round<>(panel, terms, latecomer);
    for (int member : members) {
      round.open[member] = true;
      round.live[member] = !panel.member(member).isSilent();
    }
    for (int member : members) {
      CompletableFuture<T> unused =
          question
              .apply(member)
              .whenComplete((answer, error) -> round.arrived(member, answer, error));
    }
    round.started();
    return round.over;
  }

  private void started() {
    lock.lock();
    try {
      starting = false;
    } finally {
      lock.unlock();
    }
    proceed(false);
  }

  private void arrived(int member, @Nullable T answer, @Nullable Throwable error) {
    boolean late;
    lock.lock();
    try {
      late = ended;
      if (!late) {
        open[member] = false;
        answers[member] = answer;
        errors[member] = error;
        answered += error == null ? 1 : 0;
      }
    } finally {
      lock.unlock();
    }
    if (!late) {
      proceed(false);
    } else if (answer != null) {
      latecomer.answered(member, answer);
    }
  }

  private void proceed(boolean timeIsOver) {
    lock.lock();
    try {
      if (ended || starting) {
        return;
      }
      ended = isOver(timeIsOver);
      if (!ended) {
        plan();
        return;
      }
      timer.run();
    } finally {
      lock.unlock();
    }
    over.complete(this);
  }

  private boolean isOver(boolean timeIsOver) {
    boolean anyOpen = false;
    boolean anyLive = false;
    for (int i = 0; i < open.length; i++) {
      anyOpen |= open[i];
      anyLive |= open[i] && live[i];
    }
    return !anyOpen || (answered >= terms.enough && (timeIsOver || !anyLive));
  }

  /** Once enough have answered, the others have a bounded time. */
  private void plan() {
    if (answered < terms.enough) {
      return;
    }
    boolean patient =
        terms.all || (terms.awaited >= 0 && open[terms.awaited] && live[terms.awaited]);
    if (patient && waitedFor) {
      return;
    }
    long took = panel.pace().nanos() - startedAt;
    long grace =
        Math.min(panel.patienceNanos(), Math.max(panel.patienceNanos() / GRACE_FRACTION, took));
    timer.run();
    timer = panel.pace().after(patient ? panel.patienceNanos() : grace, () -> proceed(true));
    waitedFor = patient;
  }

  /** When it began. */
  long startedAt() {
    return startedAt;
  }

  /** What a member answered; null if it did not, or failed. */
  @SuppressWarnings("unchecked")
  @Nullable T answer(int member) {
    return (T) answers[member];
  }

  /** Whether a member was asked and has not said anything, so that its answer may still come. */
  boolean isOpen(int member) {
    return open[member];
  }

  int answered() {
    return answered;
  }

  /** That too few answered, so that what was done there is not known. */
  StoreException failure(String asked) {
    return failure(asked, "what was done there is not known");
  }

  /**
   * That too few answered.
   *
   * @param result what is true now
   */
  StoreException failure(String asked, String result) {
    String why =
        panel.order().stream()
            .filter(member -> answers[member] == null)
            .map(member -> panel.member(member) + ": " + reason(member))
            .collect(Collectors.joining("; "));
    return new StoreException(
        asked
            + ": "
            + answered
            + " of "
            + panel.size()
            + " members answered, and "
            + terms.enough
            + " must ("
            + why
            + "); "
            + result,
        null,
        !isFinal());
  }

  /** Whether too few members are left without those that refuse, however often they are asked. */
  private boolean isFinal() {
    long refusing =
        panel.order().stream()
            .filter(member -> error(member) instanceof StoreException error && !error.isTransient())
            .count();
    return panel.size() - refusing < terms.enough;
  }

  private String reason(int member) {
    Throwable error = error(member);
    return error == null ? "no answer" : String.valueOf(error.getMessage());
  }

  private @Nullable Throwable error(int member) {
    Throwable error = errors[member];
    return error == null ? null : Futures.unwrapped(error);
  }
}
