package dev.holdfast.internal.session;

import dev.holdfast.StoreException;
import dev.holdfast.internal.text.Durations;
import dev.holdfast.spi.DaemonThreads;
import dev.holdfast.spi.SuspendAwareClock;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Opens something that may take arbitrarily long, while the caller waits for a bounded time.
 *
 * <p>Drivers, pools and client libraries, the user's own among them, have timeouts of many kinds or
 * none: a server that accepts a connection and stays silent keeps some of them for minutes. So the
 * opening runs on a thread of its own. If the time is over first, the caller leaves with an error;
 * what is opened later is closed by that thread.
 */
public final class TimedOpening<T> {
  private static final System.Logger LOG = System.getLogger(TimedOpening.class.getName());
  private static final ThreadFactory THREADS = DaemonThreads.named("holdfast-opening");

  private final String what;
  private final Supplier<T> opens;
  private final Consumer<T> closes;
  private final Thread thread = THREADS.newThread(this::run);

  /** Set by the first of both: the thread that has an outcome, or the caller that leaves. */
  private final AtomicBoolean decided = new AtomicBoolean();

  // Written by the thread before it ends, read by the caller after that.
  private @Nullable T opened;
  private @Nullable Throwable failed;

  private TimedOpening(String what, Supplier<T> opens, Consumer<T> closes) {
    this.what = what;
    this.opens = opens;
    this.closes = closes;
  }

  /**
   * What was opened.
   *
   * @param what is opened, for the error
   * @param closes ends what was opened too late
   * @throws StoreException if the time is over first
   */
  public static <T> T within(Duration bound, String what, Supplier<T> opens, Consumer<T> closes) {
    TimedOpening<T> opening = new TimedOpening<>(what, opens, closes);
    opening.thread.start();
    boolean ended = opening.await(Math.max(1, Durations.clamp(bound).toMillis()));
    if (!ended && opening.decided.compareAndSet(false, true)) {
      opening.thread.interrupt(); // it may wait for what is of no use any more
      throw new StoreException(
          "cannot open "
              + what
              + ": it has not answered within "
              + Durations.text(bound)
              + " (the connect timeout, connectTimeout); look at host and port, and whether the server"
              + " there runs and is of this kind; nothing was locked",
          null,
          true);
    }
    return opening.outcome();
  }

  private void run() {
    T made;
    try {
      made = opens.get();
    } catch (Throwable error) {
      failed = error;
      if (!decided.compareAndSet(false, true)) {
        LOG.log(Level.DEBUG, () -> "opening " + what + " was given up, and has failed", error);
      }
      return;
    }
    opened = made;
    if (!decided.compareAndSet(false, true)) {
      boolean unused = Thread.interrupted(); // by the caller that left; closing is not to hurry
      closes.accept(made);
    }
  }

  /** Waits until the thread has ended, and hands on interrupts to it; false if it takes longer. */
  private boolean await(long millis) {
    SuspendAwareClock clock = new SuspendAwareClock();
    long left = millis;
    boolean interrupted = false;
    while (left > 0 && thread.isAlive()) {
      try {
        thread.join(left);
      } catch (InterruptedException hurry) {
        interrupted = true;
        thread.interrupt();
      }
      left = millis - TimeUnit.NANOSECONDS.toMillis(clock.nanos());
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }

  private T outcome() {
    boolean interrupted = Thread.interrupted();
    while (thread.isAlive()) { // for a moment at most: it has decided
      try {
        thread.join(1_000);
      } catch (InterruptedException again) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    Throwable error = failed;
    if (error instanceof RuntimeException || error instanceof Error) {
      addCaller(error);
    }
    if (error instanceof RuntimeException refused) {
      throw refused;
    } else if (error instanceof Error broken) {
      throw broken;
    }
    return java.util.Objects.requireNonNull(opened);
  }

  /** Readers of the error look for their own code in it. */
  private static void addCaller(Throwable error) {
    StackTraceElement[] caller = new Throwable().getStackTrace();
    error.setStackTrace(
        Stream.of(error.getStackTrace(), caller)
            .flatMap(Arrays::stream)
            .toArray(StackTraceElement[]::new));
  }
}
