package dev.holdfast.quorum;

import dev.holdfast.StoreException;
import dev.holdfast.internal.runtime.BoundedExecutor;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One member as one client sees it: its session, once it could be opened, and whether it answers
 * now. One that does not is asked by a few calls at a time, and no caller waits for them.
 * Thread-safe.
 */
final class Member {
  /** As many calls to a member that blocks as have a thread; the others wait for one. */
  private static final int THREADS = 32;

  /** As many calls to a member that does not answer: they notice when it does again. */
  private static final int MOST_CALLS_IN_VAIN = 8;

  /** If a member has several parts, the clock of this name's is watched from the beginning. */
  private static final String ANY_NAME = "clock";

  private static final long REOPEN_NANOS = 500_000_000;

  private final LockStore store;
  private final ClientIdentity client;
  private final StoreListener listener;
  private final Pace pace;
  private final long patienceNanos;
  private final boolean blocking;
  private final ClockWatch watch;
  private final AtomicInteger underWay = new AtomicInteger();
  private final Executor calls;
  private final AtomicBoolean watching = new AtomicBoolean();
  private final AtomicBoolean opening = new AtomicBoolean();
  // Made once: while a member is away, each call has one of these, and a stack trace takes long.
  private final StoreException connecting;
  private volatile StoreException unconnected;
  private final StoreException unanswered;
  private volatile @Nullable StoreSession session;
  private volatile long mayOpenAt;
  private volatile long heardAt; // when it last answered, or was asked after a time without calls
  private volatile boolean fresh = true; // not known yet whether it can be reached
  private volatile boolean failing;
  private volatile boolean closed;

  /**
   * One member of a client.
   *
   * @param longestLeaseMillis for how long it is doubtful once its clock was stepped
   * @param steps of the clocks of all members of this client
   */
  Member(
      LockStore store,
      ClientIdentity client,
      StoreListener listener,
      Pace pace,
      long patienceNanos,
      long longestLeaseMillis,
      Steps steps) {
    this.store = store;
    this.client = client;
    this.listener = listener;
    this.pace = pace;
    this.calls = new BoundedExecutor(THREADS, pace::run);
    this.patienceNanos = patienceNanos;
    this.watch = new ClockWatch(pace, longestLeaseMillis, steps);
    this.blocking = store.capabilities().blocking();
    this.mayOpenAt = pace.nanos();
    this.heardAt = pace.nanos();
    this.connecting = refusal("is being connected to");
    this.unconnected = refusal("is not connected to");
    this.unanswered = refusal("has not answered earlier calls");
  }

  LockStore store() {
    return store;
  }

  /** Whether it did not answer lately, so that no caller should wait for it. */
  boolean isSilent() {
    return (session == null && !fresh)
        || failing
        || (underWay.get() > 0 && pace.nanos() - heardAt > patienceNanos);
  }

  /** Opens a session on a thread of its own, unless that is being done. */
  CompletableFuture<StoreSession> open() {
    if (!opening.compareAndSet(false, true)) {
      return CompletableFuture.failedFuture(connecting);
    }
    CompletableFuture<StoreSession> opened = new CompletableFuture<>();
    run(pace::run, () -> opened(opened), noThread -> notOpened(opened, noThread));
    return opened;
  }

  private void opened(CompletableFuture<StoreSession> opened) {
    try {
      StoreSession made = store.open(client, listener);
      failing = false;
      session = made;
      fresh = false;
      opening.set(false);
      if (closed) {
        made.close();
      }
      opened.complete(made);
      if (!watching.getAndSet(true)) {
        watch();
      }
    } catch (RuntimeException | Error error) {
      notOpened(opened, error);
    }
  }

  private void notOpened(CompletableFuture<StoreSession> opened, Throwable error) {
    failing = true;
    mayOpenAt = pace.nanos() + REOPEN_NANOS;
    fresh = false;
    unconnected = refusal("is not connected to (" + reason(error) + ")");
    opening.set(false);
    opened.completeExceptionally(error);
  }

  private static String reason(Throwable error) {
    String message = error.getMessage();
    return error instanceof StoreException && message != null ? message : error.toString();
  }

  /** A step that others undo is seen only by a look in between. */
  private void watch() {
    // First: whatever comes of this look, the next one follows.
    Runnable unusedCancel =
        pace.after(
            watch.pauseNanos(),
            () -> {
              if (!closed) {
                watch();
              }
            });
    CompletableFuture<Boolean> unused = lookAtClock(ANY_NAME);
  }

  /** Whether what it grants is not counted now, since its clock was stepped. */
  boolean isDoubtful() {
    return watch.isDoubtful();
  }

  /** What the clock by which holds of this name end shows now at most; 0 if it is not known. */
  long clockAtMostMicros(String name) {
    StoreSession open = session;
    return open == null ? 0 : watch.clockAtMostMicros(open.part(name));
  }

  /**
   * Whether the stamp of a grant shows that the clock was not stepped before it.
   *
   * @param askedAt when the grant was first asked for, or earlier
   */
  boolean isProvenBy(String name, long stamp, long askedAt) {
    StoreSession open = session;
    return open != null && watch.isProvenBy(open.part(name), stamp, askedAt);
  }

  /**
   * Asks for the clock by which holds of this name end; true once it is known, if it tells, whether
   * that was stepped.
   */
  CompletableFuture<Boolean> lookAtClock(String name) {
    long sentAt = pace.nanos();
    return this.<OptionalLong>renew(session -> session.clock(name))
        .thenApply(
            clock -> {
              StoreSession open = session;
              if (clock.isPresent() && open != null) {
                watch.heard(open.part(name), clock.getAsLong(), sentAt);
              }
              return true;
            });
  }

  /** Asks it for something; exceptionally, at once, if it is not to be asked now. */
  <T> CompletableFuture<T> ask(Function<StoreSession, CompletionStage<T>> verb) {
    return ask(verb, false);
  }

  /** The same, never behind other calls. */
  <T> CompletableFuture<T> renew(Function<StoreSession, CompletionStage<T>> verb) {
    return ask(verb, true);
  }

  private <T> CompletableFuture<T> ask(
      Function<StoreSession, CompletionStage<T>> verb, boolean first) {
    StoreSession open = session;
    if (open == null) {
      if (!closed && pace.nanos() - mayOpenAt >= 0) {
        CompletableFuture<StoreSession> unused = open();
      }
      return CompletableFuture.failedFuture(unconnected);
    }
    boolean silent = isSilent();
    int others = underWay.getAndIncrement();
    if (silent && others >= MOST_CALLS_IN_VAIN) {
      underWay.decrementAndGet();
      return CompletableFuture.failedFuture(unanswered);
    }
    if (others == 0) {
      heardAt = pace.nanos();
    }
    CompletableFuture<T> answer = new CompletableFuture<>();
    if (!blocking) {
      call(open, verb, answer);
    } else {
      run(
          first ? pace::run : calls,
          () -> call(open, verb, answer),
          noThread -> settle(answer, null, noThread));
    }
    return answer;
  }

  /**
   * Runs it on a thread of its own, or hears why there is none: one that cannot be made now can be
   * made later, while a session that is closed has none any more.
   */
  private void run(Executor threads, Runnable call, Consumer<Throwable> notRun) {
    try {
      threads.execute(call);
    } catch (RejectedExecutionException over) {
      closed = true;
      notRun.accept(over);
    } catch (RuntimeException | Error noThread) {
      notRun.accept(noThread);
    }
  }

  private <T> void call(
      StoreSession open,
      Function<StoreSession, CompletionStage<T>> verb,
      CompletableFuture<T> answer) {
    try {
      CompletionStage<T> unused =
          verb.apply(open).whenComplete((value, error) -> settle(answer, value, error));
    } catch (RuntimeException | Error broken) {
      settle(answer, null, broken);
    }
  }

  private <T> void settle(
      CompletableFuture<T> answer, @Nullable T value, @Nullable Throwable error) {
    underWay.decrementAndGet();
    failing = error != null;
    if (error != null) {
      answer.completeExceptionally(error);
    } else {
      heardAt = pace.nanos();
      answer.complete(value);
    }
  }

  private StoreException refusal(String why) {
    return new StoreException(store + " " + why + "; it was not asked", null, true);
  }

  void close() {
    closed = true;
    StoreSession open = session;
    if (open != null) {
      open.close();
    }
  }

  @Override
  public String toString() {
    return store.toString();
  }
}
