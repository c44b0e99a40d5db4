package dev.holdfast.internal.engine;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.holdfast.HoldfastListener;
import dev.holdfast.Loss;
import dev.holdfast.StoreException;
import dev.holdfast.internal.engine.LeaseLog.Event;
import dev.holdfast.internal.runtime.BoundedExecutor;
import dev.holdfast.internal.runtime.Isolated;
import dev.holdfast.internal.runtime.Timers;
import dev.holdfast.internal.text.Durations;
import dev.holdfast.spi.DaemonThreads;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What users are told: by callbacks and listeners on their executor, and by the log. The executor
 * is that of {@code Holdfast.Builder.callbackExecutor}, or the 256 threads of {@code SystemHost}
 * ({@code holdfast-<client>-callback-<n>}).
 *
 * <p>Which thread runs what:
 *
 * <ul>
 *   <li>{@code Lease.onLost}; {@code lost}, {@code jeopardy} and {@code safe} of a listener: a
 *       thread of the executor each ({@link #run}), in no order.
 *   <li>{@code notAcquired}, {@code renewed} and {@code storeCalled}: a thread of the executor, one
 *       after another; more than 10,000 that wait are dropped ({@code ListenerEvents}).
 *   <li>{@code Lease.onReleaseRequested}: a thread of the executor ({@code ReleaseMessages}).
 *   <li>{@code requested}, {@code acquired} and {@code released}: the thread whose call brings it
 *       about ({@code ListenerEvents}); {@code acquired} of an asynchronous request, the one that
 *       completes its future. The same of all that a {@code RequestListener} hears, with two
 *       exceptions: {@code lost}, which is told as that of the listener is, unless the lease was
 *       lost before {@code acquired} was told: then just after that, on the same thread; and {@code
 *       notAcquired} of a future that was cancelled, on a thread of the executor.
 *   <li>Listeners of leaders, {@code leadershipChanged} and observers of an election: a thread of
 *       the executor, one task after another for each candidacy or observer ({@code
 *       Elections.notifications}).
 *   <li>The futures of {@code acquireAsync}, {@code tryAcquireAsync} and {@code releaseAsync}, and
 *       what depends on them: a thread of the executor ({@code BaseLock.requestAsync}, {@code
 *       LeaseRequests.releaseAsync}). Where a future is complete already, or its caller cancels it,
 *       the thread that adds what depends on it, or cancels.
 *   <li>The sections of {@code run}, {@code call} and their like: the caller's thread.
 *   <li>What the executor refuses: a thread {@code holdfast-refused-callback}, of 64 at most.
 * </ul>
 *
 * <p>If the program's executor runs tasks on the calling thread, they run on the thread that
 * brought the news: that of the ticks, of the pushes, of {@code holdfast-io}, of a client library,
 * or the program's own that called {@code isHeld}, {@code release} or {@code onLost}. With {@code
 * TestHoldfast} that is the thread of the test.
 */
public final class Notifications {
  private static final System.Logger LOG = System.getLogger("dev.holdfast");

  /** As many callbacks as a user's executor refuses run on threads of ours at a time. */
  private static final int MOST_REFUSED = 64;

  private static final long THREAD_PAUSE_NANOS = MILLISECONDS.toNanos(100);

  private final Executor executor;
  private final HoldfastListener listener;
  private final Timers timers;
  private final LeaseLog leaseLog;
  private final BoundedExecutor threads =
      new BoundedExecutor(
          MOST_REFUSED, task -> DaemonThreads.start("holdfast-refused-callback", task));

  Notifications(Executor executor, HoldfastListener listener, Timers timers) {
    this.executor = executor;
    this.listener = listener;
    this.timers = timers;
    this.leaseLog = new LeaseLog(timers);
  }

  /**
   * Runs user code on its executor; never throws, whatever the code and the executor do. An
   * executor that refuses, because it is full or closed with its client or broken, must not swallow
   * what a user is owed, so then one of a few threads of ours runs it.
   */
  public void run(Runnable task) {
    Callback callback = new Callback(task);
    try {
      executor.execute(callback);
    } catch (Throwable refused) {
      Isolated.note(
          refused instanceof RejectedExecutionException ? Level.DEBUG : Level.WARNING,
          "the callback executor refused a callback; a thread runs it",
          refused);
      onThread(callback);
    }
  }

  private void onThread(Callback callback) {
    try {
      threads.execute(callback);
    } catch (Throwable noThread) {
      Isolated.note(Level.DEBUG, "there is no thread for a callback now", noThread);
      timers.after(THREAD_PAUSE_NANOS, () -> onThread(callback));
    }
  }

  /** User code, which is run once: an executor may throw when it has taken it. */
  private static final class Callback extends AtomicBoolean implements Runnable {
    private static final long serialVersionUID = 1L;

    private final transient Runnable task;

    Callback(Runnable task) {
      this.task = task;
    }

    @Override
    public void run() {
      try {
        if (compareAndSet(false, true)) {
          task.run();
        }
      } catch (Throwable thrown) {
        Isolated.note(Level.WARNING, "a callback threw; nothing else is affected", thrown);
      }
    }
  }

  /** A lease was lost. */
  void lost(
      String name,
      long token,
      Loss loss,
      List<Consumer<Loss>> callbacks,
      @Nullable Throwable acquiredAt) {
    String line = "the lease of '" + name + "' with token " + token + " was lost: " + loss;
    switch (loss.kind()) {
      case EXPIRED -> leaseLog.tell(Event.EXPIRED, name, line, acquiredAt);
      case REFUSED -> leaseLog.tell(Event.REFUSED, name, line, acquiredAt);
      case SESSION_ENDED -> leaseLog.tell(Event.SESSION_ENDED, name, line, acquiredAt);
      case CLOSED -> Isolated.note(Level.DEBUG, line, acquiredAt);
      case BROKEN, MAX_HOLD, LEAKED -> Isolated.note(Level.WARNING, line, acquiredAt);
    }
    for (Consumer<Loss> each : callbacks) {
      run(() -> each.accept(loss));
    }
    run(() -> listener.lost(name, token, loss));
  }

  /** A lease was given back, and the store did not know its hold any more. */
  void wasGone(String name, long token) {
    LOG.log(
        Level.WARNING,
        () ->
            "the lease of '"
                + name
                + "' with token "
                + token
                + " was released, but the store had ended its hold before; its section may have"
                + " overlapped with another holder's");
  }

  /** A renewal of a lease was not answered. */
  void jeopardy(String name, long token, long remainingNanos, StoreException error) {
    leaseLog.tell(
        Event.UNANSWERED,
        name,
        "a renewal of '"
            + name
            + "' was not answered; the lease is certain for another "
            + Durations.text(Duration.ofNanos(remainingNanos))
            + ": "
            + error.getMessage(),
        null);
    run(() -> listener.jeopardy(name, token, Duration.ofNanos(remainingNanos), error));
  }

  /** A lease in jeopardy was renewed. */
  void safe(String name, long token) {
    leaseLog.tell(
        Event.ANSWERED_AGAIN, name, "a renewal of '" + name + "' is answered again", null);
    run(() -> listener.safe(name, token));
  }

  /** The client is closed. */
  public void close() {
    leaseLog.close();
  }

  /** A thread waits for a lease that it has itself. */
  void reentered(String name) {
    LOG.log(
        Level.WARNING,
        () ->
            "a thread that holds '"
                + name
                + "' acquires it again and will wait for itself; asLock() is the reentrant view",
        new IllegalStateException("acquired again here"));
  }
}
