package dev.holdfast.jdbc.internal.database;

import dev.holdfast.spi.DaemonThreads;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Cancels statements in the server that take too long, so that no session of the server waits on
 * for a client that has given up. Thread-safe.
 *
 * <p>A timeout of the driver would do so, too, but it keeps the thread that waits for the statement
 * until the server has answered the cancellation: a server that is silent never does. So another
 * thread asks for it.
 */
final class LateStatements {
  /*
   * Nearly every statement ends in time, so one costs an entry in a map and nothing else. One
   * thread of the process looks at all that are under way, now and then; a timer for each statement
   * would wake a thread for each.
   */

  /** Those of all clients of the process. */
  static final LateStatements SHARED =
      new LateStatements(
          task -> DaemonThreads.detached("holdfast-jdbc-late", task, LateStatements.class),
          LateStatements::cancelSoon);

  private static final System.Logger LOG = System.getLogger(LateStatements.class.getName());
  private static final LongSupplier TICKER = new MonotonicTicker();

  /** A statement is cancelled this much too late at most. */
  private static final Duration PAUSE = Duration.ofMillis(200);

  /** The thread ends after this many looks at nothing. */
  private static final int IDLE_LOOKS = 25;

  /** Cancellations that more threads would send at once are left out: that server is silent. */
  private static final int MOST_THREADS = 8;

  private static final ThreadPoolExecutor CANCELLATIONS =
      new ThreadPoolExecutor(
          0,
          MOST_THREADS,
          PAUSE.toMillis() * IDLE_LOOKS,
          TimeUnit.MILLISECONDS,
          new SynchronousQueue<>(),
          task -> DaemonThreads.detached("holdfast-jdbc-cancel", task, LateStatements.class),
          new ThreadPoolExecutor.DiscardPolicy());

  private final ThreadFactory threads;
  private final Consumer<Statements> canceller;
  private final Set<Running> underWay = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean watched = new AtomicBoolean();

  /**
   * Cancels by these means.
   *
   * @param threads make the one that looks
   * @param canceller asks for the end of what is under way there, without a wait for it
   */
  LateStatements(ThreadFactory threads, Consumer<Statements> canceller) {
    this.threads = threads;
    this.canceller = canceller;
  }

  /** A statement that is under way until it is closed. */
  static final class Running implements AutoCloseable {
    private final Statements statements;
    private final Set<Running> underWay;
    private final long due;
    private final AtomicBoolean decided = new AtomicBoolean();

    private Running(Statements statements, Set<Running> underWay, long due) {
      this.statements = statements;
      this.underWay = underWay;
      this.due = due;
    }

    @Override
    public void close() {
      underWay.remove(this);
      if (decided.getAndSet(true)) {
        statements.spoil(); // a cancellation that is late would end the next statement
      }
    }
  }

  /** A statement begins, and may take this long. */
  Running begin(Statements statements, Duration time) {
    Running running = new Running(statements, underWay, TICKER.getAsLong() + time.toNanos());
    underWay.add(running);
    if (!watched.get() && watched.compareAndSet(false, true)) {
      startWatching();
    }
    return running;
  }

  private void startWatching() {
    try {
      threads.newThread(this::watch).start();
    } catch (OutOfMemoryError noThread) {
      // The statement then ends when its connection does, which gives up a second later. The next
      // one tries again.
      watched.set(false);
    }
  }

  private void watch() {
    do {
      for (int idle = 0; idle < IDLE_LOOKS; idle = hasAny() ? 0 : idle + 1) {
        LockSupport.parkNanos(this, PAUSE.toNanos());
        look(TICKER.getAsLong());
      }
      watched.set(false);
    } while (hasAny() && watched.compareAndSet(false, true)); // one that began when this ended
  }

  private boolean hasAny() {
    return underWay.iterator().hasNext(); // the size may be wrong for a moment
  }

  private void look(long now) {
    for (Running running : underWay) {
      if (now - running.due >= 0 && !running.decided.getAndSet(true)) {
        try {
          canceller.accept(running.statements);
        } catch (RuntimeException | Error unheard) {
          // As if it had not been asked: the statement ends when its connection does.
          LOG.log(System.Logger.Level.DEBUG, "a late statement is not cancelled", unheard);
        }
      }
    }
  }

  private static void cancelSoon(Statements statements) {
    CANCELLATIONS.execute(
        () -> {
          try {
            PgWire.cancel(statements.connection());
          } catch (SQLException unheard) {
            // The statement then ends when its connection does, which gives up a second later.
          }
        });
  }
}
