package dev.holdfast.internal;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import dev.holdfast.StoreException;
import dev.holdfast.spi.EngineHost;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens a session in the background: one try after another, until one succeeds or the client is
 * closed. Calls wait for the outcome of the present try, or the next one. Thread-safe.
 *
 * <ol>
 *   <li>{@link #begin}: the first try. Each has a thread of its own, which is there only meanwhile.
 *   <li>{@link #enter}: a call waits. If no try is under way, the next one comes soon.
 *   <li>A try fails: all calls that wait fail with what the store said. The next try follows after
 *       a pause, longer each time. If the store refuses this client, calls are told so for a while.
 *   <li>A try takes longer than the connect timeout: calls fail, and it goes on.
 *   <li>A try succeeds: all calls that wait are made, and so are all later ones, at once.
 *   <li>{@link #giveUp}: the present try is interrupted; what it still opens is closed.
 * </ol>
 */
final class BackgroundOpening {
  private static final long FIRST_PAUSE_NANOS = MILLISECONDS.toNanos(100);
  private static final long LONGEST_PAUSE_NANOS = SECONDS.toNanos(5);

  /** So soon is the next try for a call that waits for it. */
  private static final long AWAITED_PAUSE_NANOS = MILLISECONDS.toNanos(500);

  /** A refusal seldom passes, and a wrong password that is tried often can lock an account. */
  private static final long REFUSED_PAUSE_NANOS = SECONDS.toNanos(30);

  /** For so long calls are told of a refusal; a later one wants to know whether it has passed. */
  private static final long REFUSAL_NANOS = SECONDS.toNanos(2);

  /** A call that waits until the store was reached, or could not be. */
  interface Call {
    void made(StoreInvoker opened);

    void failed(StoreException why);
  }

  private final String store;
  private final Supplier<StoreInvoker> opens;
  private final EngineHost host;
  private final @Nullable Executor threads; // of the host's maker, if it is not ours
  private final Duration connectTimeout;
  private final long begunAt;
  private final CompletableFuture<Void> over = new CompletableFuture<>();
  private volatile @Nullable StoreInvoker opened;

  // Guarded by this.
  private @Nullable Timers timers;
  private List<Call> waiting = new ArrayList<>();
  private StoreException why;
  private @Nullable Thread thread;
  private boolean failed;
  private boolean underWay;
  private boolean closed;
  private int tries;
  private long pauseNanos = FIRST_PAUSE_NANOS;
  private long endedAt;
  private long nextAt = Timers.NEVER;

  /**
   * Opens in the background.
   *
   * @param store what is opened, for messages
   * @param threads where tries are made; if it is missing, on threads of our own
   */
  BackgroundOpening(
      String store,
      Supplier<StoreInvoker> opens,
      EngineHost host,
      @Nullable Executor threads,
      Duration connectTimeout) {
    this.store = store;
    this.opens = opens;
    this.host = host;
    this.threads = threads;
    this.connectTimeout = connectTimeout;
    this.begunAt = host.nanos();
    this.why = new StoreException("it has not answered yet", null, true);
  }

  /** The session's calls, if it was opened. */
  @Nullable StoreInvoker opened() {
    return opened;
  }

  /** Makes the first try. */
  void begin(Timers of) {
    synchronized (this) {
      timers = of;
      underWay = true;
    }
    beginTry();
  }

  /** Makes this call when the session is open, or fails it; on this thread only if that is now. */
  void enter(Call call) {
    StoreInvoker ready;
    StoreException refusal;
    synchronized (this) {
      ready = opened;
      refusal = closed || isRefused() ? why : null;
      if (ready == null && refusal == null) {
        waiting.add(call);
        if (!underWay) {
          planTry(endedAt + (why.isTransient() ? AWAITED_PAUSE_NANOS : REFUSAL_NANOS));
        }
        return;
      }
    }
    if (ready != null) {
      call.made(ready);
    } else {
      call.failed(java.util.Objects.requireNonNull(refusal));
    }
  }

  /** Called with the lock. */
  private boolean isRefused() {
    return !why.isTransient() && !underWay && host.nanos() - endedAt < REFUSAL_NANOS;
  }

  /** How long a call may wait for a try, and then for its answer. */
  Duration longestWait() {
    return Durations.clamp(connectTimeout).plusSeconds(10);
  }

  /** Fails requests with what the store said last. */
  synchronized UnreachedSession unreached() {
    return unreached(why);
  }

  UnreachedSession unreached(StoreException because) {
    return new UnreachedSession(
        store
            + " has not been reached since this client was opened "
            + Durations.text(Duration.ofNanos(host.nanos() - begunAt))
            + " ago",
        because);
  }

  // ---- tries ----

  /** Called with the lock. */
  private void planTry(long at) {
    if (timers != null && at < nextAt) {
      nextAt = at;
      timers.after(Math.max(0, at - host.nanos()), this::tryIfDue);
    }
  }

  private void tryIfDue() {
    synchronized (this) {
      if (closed || underWay || opened != null || host.nanos() < nextAt) {
        return;
      }
      underWay = true;
      nextAt = Timers.NEVER;
    }
    beginTry();
  }

  private void beginTry() {
    watch(number());
    try {
      if (threads == null) {
        DaemonThreads.start("holdfast-opening", this::open);
      } else {
        threads.execute(this::open);
      }
    } catch (RuntimeException | Error noThread) {
      failed(noThread);
    }
  }

  private synchronized int number() {
    return ++tries;
  }

  private void open() {
    StoreInvoker made;
    try {
      note(threads == null ? Thread.currentThread() : null);
      made = opens.get();
      note(null);
    } catch (Throwable error) {
      note(null);
      failed(error);
      return;
    }
    succeeded(made);
  }

  /** The thread to interrupt at the end; from when it is none, no interrupt is left on it. */
  private synchronized void note(@Nullable Thread present) {
    thread = present;
    if (present == null) {
      boolean unused = threads == null && Thread.interrupted();
    } else if (closed) {
      present.interrupt();
    }
  }

  private void succeeded(StoreInvoker made) {
    List<Call> calls;
    boolean late;
    boolean tell;
    synchronized (this) {
      underWay = false;
      late = closed;
      opened = late ? null : made;
      tell = failed && !late;
      calls = takeWaiting();
    }
    if (late) {
      Isolated.run("what was opened too late could not be closed", made::close);
      over.complete(null);
      return;
    }
    if (tell) {
      Isolated.note(Level.INFO, store + " was reached", null);
    }
    each(calls, call -> call.made(made));
  }

  private void failed(Throwable error) {
    StoreException said =
        error instanceof StoreException known
            ? known
            : new StoreException("opening it failed unexpectedly: " + error, error, true);
    List<Call> calls;
    boolean first;
    synchronized (this) {
      underWay = false;
      if (closed) {
        over.complete(null);
        return;
      }
      first = !failed || why.isTransient() != said.isTransient();
      failed = true;
      why = said;
      calls = takeWaiting();
      endedAt = host.nanos();
      planTry(endedAt + nextPause(said));
    }
    if (first) {
      Isolated.note(
          Level.WARNING,
          store
              + " could not be reached; it is tried again in the background: "
              + said.getMessage(),
          null);
    }
    each(calls, call -> call.failed(said));
  }

  /** Called with the lock. */
  private long nextPause(StoreException said) {
    long pause = said.isTransient() ? pauseNanos : REFUSED_PAUSE_NANOS;
    pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
    return pause - host.random((int) Math.min(pause / 5, Integer.MAX_VALUE - 1) + 1);
  }

  // ---- a store that is silent ----

  /** Fails the calls that wait when a try has taken too long; it may succeed all the same. */
  private synchronized void watch(int number) {
    if (timers != null) {
      timers.after(Durations.clamp(connectTimeout).toNanos(), () -> silent(number));
    }
  }

  private void silent(int number) {
    List<Call> calls;
    StoreException said;
    synchronized (this) {
      if (closed || !underWay || number != tries) {
        return;
      }
      said =
          new StoreException(
              "it has not answered within " + Durations.text(connectTimeout) + ", connectTimeout",
              null,
              true);
      why = said;
      calls = takeWaiting();
    }
    watch(number);
    each(calls, call -> call.failed(said));
  }

  /** Called with the lock. */
  private List<Call> takeWaiting() {
    List<Call> taken = waiting;
    waiting = new ArrayList<>();
    return taken;
  }

  private static void each(List<Call> calls, Consumer<Call> outcome) {
    calls.forEach(
        call -> Isolated.run("a call that waited for its store", () -> outcome.accept(call)));
  }

  // ---- the end ----

  /** Tries no more, and fails what waits, unless the session was opened; returns whether it was. */
  boolean giveUp() {
    List<Call> calls;
    StoreException said;
    synchronized (this) {
      if (opened != null || closed) {
        return opened != null;
      }
      closed = true;
      said = new StoreException("the client is closed", why, false);
      why = said;
      calls = takeWaiting();
      if (!underWay) {
        over.complete(null);
      } else if (thread != null) {
        thread.interrupt(); // it may wait for what is of no use any more
      }
    }
    each(calls, call -> call.failed(said));
    return false;
  }

  /** Completes when the last try has ended, if the session was never opened. */
  CompletableFuture<Void> over() {
    return over;
  }
}
