package dev.holdfast.internal.session;

import dev.holdfast.StoreException;
import dev.holdfast.internal.runtime.Isolated;
import dev.holdfast.internal.runtime.Timers;
import dev.holdfast.internal.text.Durations;
import dev.holdfast.spi.EngineHost;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
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
 *       a pause, longer each time. If the store refuses this client, calls are told so for a while,
 *       longer for each refusal in a row.
 *   <li>A try takes longer than the connect timeout: calls fail, and it goes on. If it takes much
 *       longer, or its thread is dead, it is interrupted and another one begins ({@link #look}).
 *   <li>A try succeeds: all calls that wait are made, and so are all later ones, at once.
 *   <li>{@link #giveUp}: tries are interrupted; what they still open is closed.
 * </ol>
 */
public final class BackgroundOpening {
  /*
   * An Error can come from anywhere: no memory for a moment. So what a call waits for is told
   * without need of memory, and in a finally; an instant is noted when its timer is there.
   */

  /** The most tries at a time, as one that hears of no interrupt goes on. */
  private static final int MOST_TRIES = 3;

  private final String store;
  private final Supplier<StoreInvoker> opens;
  private final EngineHost host;
  private final @Nullable Executor threads; // of the host's maker, if it is not ours
  private final Duration connectTimeout;
  private final long timeoutNanos;
  private final long begunAt;
  private final StoreException unexpected =
      new StoreException("opening it failed, with no memory to say why", null, true);
  private final CompletableFuture<Void> over = new CompletableFuture<>();
  private volatile @Nullable StoreInvoker opened;
  private volatile boolean reached;

  // Guarded by this.
  private @Nullable Timers timers;
  private List<OpeningCall> waiting = OpeningCall.NONE;
  private StoreException why;
  private final OpeningPace pace;
  private final List<OpeningTry> running = new ArrayList<>(MOST_TRIES);
  private final List<StoreInvoker> spares = new ArrayList<>(MOST_TRIES); // that came too late
  private @Nullable OpeningTry present; // the one that is waited for, if one is
  private boolean watching;
  private boolean failed;
  private boolean silent;
  private boolean closed;
  private long nextAt = Timers.NEVER;

  /**
   * Opens in the background.
   *
   * @param store what is opened, for messages
   * @param threads where tries are made; if it is missing, on threads of our own
   */
  public BackgroundOpening(
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
    this.timeoutNanos = Durations.clamp(connectTimeout).toNanos();
    this.begunAt = host.nanos();
    this.pace = new OpeningPace(host);
    this.why = new StoreException("it has not answered yet", null, true);
  }

  /** The session's calls, if it was opened. */
  @Nullable StoreInvoker opened() {
    return opened;
  }

  /** Whether it was opened, and all calls that waited for that have been made. */
  boolean isReached() {
    return reached;
  }

  /** Makes the first try. */
  public void begin(Timers of) {
    synchronized (this) {
      timers = of;
    }
    beginTry();
  }

  /** Makes this call when the session is open, or fails it; on this thread only if that is now. */
  void enter(OpeningCall call) {
    StoreInvoker ready;
    StoreException refusal;
    synchronized (this) {
      ready = opened;
      refusal = closed || (present == null && pace.isRefused()) ? why : null;
      if (ready == null && refusal == null) {
        if (present == null) {
          planTry(pace.nextFor(call.isAwaited()));
        } else {
          watch(timeoutNanos);
        }
        if (waiting.isEmpty()) {
          waiting = new ArrayList<>();
        }
        waiting.add(call);
        return;
      }
    }
    if (ready != null) {
      call.made(ready);
    } else {
      call.failed(Objects.requireNonNull(refusal));
    }
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
      timers.after(Math.max(0, at - host.nanos()), this::tryIfDue);
      nextAt = at;
    }
  }

  private void tryIfDue() {
    synchronized (this) {
      if (host.nanos() < nextAt) {
        return;
      }
      nextAt = Timers.NEVER;
    }
    beginTry();
  }

  private void beginTry() {
    OpeningTry begun = null;
    try {
      begun = new OpeningTry(this, threads, host.nanos());
      if (begins(begun)) {
        begun.start();
      }
    } catch (RuntimeException | Error noThread) {
      failed(begun, noThread);
    }
  }

  /** Returns whether it is of use. */
  private synchronized boolean begins(OpeningTry begun) {
    if (closed || opened != null || present != null) {
      return false;
    }
    running.add(begun);
    present = begun;
    watch(timeoutNanos);
    return true;
  }

  /** Does this try, on its own thread. */
  void run(OpeningTry begun) {
    StoreInvoker made;
    try {
      if (!runs(begun)) {
        ended(begun);
        return;
      }
      made = opens.get();
    } catch (Throwable error) {
      failed(begun, error);
      return;
    }
    succeeded(begun, made);
  }

  /** Returns whether it is still of use. */
  private synchronized boolean runs(OpeningTry begun) {
    begun.runsHere();
    return !closed;
  }

  /** It is not interrupted from now on, and no interrupt is left on its thread. */
  private void ended(@Nullable OpeningTry tried) {
    boolean last;
    synchronized (this) {
      if (tried != null && running.remove(tried)) {
        tried.hasEnded();
      }
      last = closed && running.isEmpty();
    }
    if (last) {
      over.complete(null);
    }
  }

  private void succeeded(OpeningTry tried, StoreInvoker made) {
    List<OpeningCall> calls = OpeningCall.NONE;
    boolean useful;
    boolean late;
    boolean tell;
    synchronized (this) {
      tell = failed || silent;
      useful = opened == null && !closed;
      late = closed;
      if (useful) {
        running.forEach(OpeningTry::interrupt); // this one's own is taken back when it has ended
        calls = takeWaiting();
        present = null;
        opened = made;
      } else if (!late) {
        spares.add(made);
      }
    }
    if (late) {
      Isolated.run("what was opened too late could not be closed", made::close);
    }
    ended(tried);
    if (useful) {
      OpeningCall.makeAll(calls, made);
      reached = true;
      if (tell) {
        Isolated.note(Level.INFO, store + " was reached", null);
      }
    }
  }

  private void failed(@Nullable OpeningTry tried, Throwable error) {
    StoreException said = OpeningTry.reason(error, unexpected);
    List<OpeningCall> calls = OpeningCall.NONE;
    boolean first = false;
    try {
      synchronized (this) {
        if (!closed && opened == null && present == tried) {
          present = null;
          first = !failed || why.isTransient() != said.isTransient();
          failed = true;
          why = said;
          calls = takeWaiting();
          planTry(pace.failed(!said.isTransient()));
        }
      }
    } finally {
      ended(tried);
      OpeningCall.failAll(calls, said);
    }
    if (first) {
      warn(" could not be reached; it is tried again in the background: ", said);
    }
  }

  /** Called with the lock. */
  private List<OpeningCall> takeWaiting() {
    List<OpeningCall> taken = waiting;
    waiting = OpeningCall.NONE;
    return taken;
  }

  // ---- a store that is silent ----

  /** Called with the lock: one look at a time is planned, however many tries there are. */
  private void watch(long nanos) {
    if (timers != null && !watching) {
      timers.after(nanos, this::look);
      watching = true;
    }
  }

  /**
   * Looks after the present try: if it has taken too long, the calls that wait fail. It may succeed
   * all the same; but a try that has taken much too long, or has died, is followed by another one.
   */
  private void look() {
    StoreException said = unexpected;
    List<OpeningCall> calls = OpeningCall.NONE;
    boolean first = false;
    try {
      synchronized (this) {
        watching = false;
        OpeningTry tried = present;
        if (tried == null || closed) {
          return;
        }
        long age = host.nanos() - tried.begunAt;
        watch(age < timeoutNanos ? timeoutNanos - age : timeoutNanos); // whatever comes of it
        if (age >= timeoutNanos || tried.isDead()) {
          calls = takeWaiting();
          said = tried.silence(connectTimeout);
          why = said;
          first = !silent;
          silent = true;
        }
        if (tried.isHopeless(age, timeoutNanos)) {
          leave(tried);
        }
      }
    } catch (RuntimeException | Error thrown) {
      synchronized (this) {
        calls = calls.isEmpty() ? takeWaiting() : calls;
      }
      throw thrown;
    } finally {
      OpeningCall.failAll(calls, said);
    }
    if (first) {
      warn(" is silent; it is waited for in the background: ", said);
    }
  }

  private void warn(String what, StoreException said) {
    Isolated.note(Level.WARNING, store + what + said.getMessage(), null);
  }

  /** Called with the lock: waits for it no more, unless too many are there already. */
  private void leave(OpeningTry tried) {
    if (tried.isDead()) {
      running.remove(tried);
    }
    tried.interrupt();
    if (running.size() < MOST_TRIES) {
      present = null;
      planTry(pace.failed(false));
    }
  }

  // ---- the end ----

  /** Tries no more, and fails what waits, unless the session was opened. */
  void giveUp() {
    List<OpeningCall> calls;
    StoreException said;
    synchronized (this) {
      if (closed) {
        return;
      }
      said = new StoreException("the client is closed", why, false);
      closed = true;
      why = said;
      calls = takeWaiting();
      running.removeIf(OpeningTry::isDead);
      running.forEach(OpeningTry::interrupt);
    }
    ended(null);
    OpeningCall.failAll(calls, said);
  }

  /** Completes when the last try has ended, after {@link #giveUp}. */
  CompletableFuture<Void> over() {
    return over;
  }

  /** Closes what was opened besides. At the end: it and the session are one client to the store. */
  void closeSpares() {
    List<StoreInvoker> left;
    synchronized (this) {
      left = List.copyOf(spares);
      spares.clear();
    }
    left.forEach(each -> Isolated.run("what was opened too late could not be closed", each::close));
  }
}
