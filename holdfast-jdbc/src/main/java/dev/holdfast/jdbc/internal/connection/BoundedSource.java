package dev.holdfast.jdbc.internal.connection;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import dev.holdfast.jdbc.internal.database.MonotonicTicker;
import dev.holdfast.jdbc.internal.database.SqlTask;
import dev.holdfast.spi.DaemonThreads;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The user's data source, asked for connections in bounded time. A pool may let a thread wait for
 * half a minute, and a driver's own data source without end if its server is silent; an interrupt
 * helps in the one case only. So the data source is asked by another thread, which hands back what
 * comes too late. Thread-safe.
 */
public final class BoundedSource {
  /** How long a thread waits for a connection: for one to be free, or to be made. */
  public static final Duration PATIENCE = Duration.ofSeconds(3);

  /** More of them would not get a connection any sooner. */
  private static final int MOST_THREADS = 64;

  private static final long IDLE_SECONDS = 5;

  /**
   * HikariCP lends what was given back within half a second without a look at it, and a thread gets
   * back its own last connection. Within half of that time it is asked without another thread.
   */
  private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private static final int MOST_INTERRUPTS = 1_000;
  private static final LongSupplier TICKER = new MonotonicTicker();

  private final DataSource source;
  private final boolean isHikari;
  private final ThreadLocal<@Nullable Long> givenBack = new ThreadLocal<>();
  private final AtomicInteger sessions = new AtomicInteger();
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0,
          MOST_THREADS,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          task -> DaemonThreads.of("holdfast-jdbc-connection", task));

  BoundedSource(DataSource source) {
    this.source = source;
    this.isHikari = source.getClass().getName().equals("com.zaxxer.hikari.HikariDataSource");
  }

  /** A connection. An interrupt neither shortens the wait nor gets lost. */
  Connection connection() throws SQLException {
    SqlTask<Connection> here = isHikari ? Hikari.bounded(source, isFresh()) : null;
    if (here != null) {
      return BorrowedConnection.take(here);
    }
    Request request = new Request(source);
    try {
      threads.execute(request);
    } catch (RejectedExecutionException busy) {
      throw new SQLTransientConnectionException(
          MOST_THREADS + " threads wait for a connection already", busy);
    }
    return request.answer();
  }

  /** The calling thread has given back a connection that is well. */
  void returned() {
    givenBack.set(TICKER.getAsLong());
  }

  private boolean isFresh() {
    Long last = givenBack.get();
    return last != null && TICKER.getAsLong() - last < FRESH_NANOS;
  }

  void opened() {
    if (sessions.getAndIncrement() == 0) {
      threads.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    }
  }

  void closed() {
    if (sessions.decrementAndGet() == 0) {
      threads.setKeepAliveTime(1, TimeUnit.NANOSECONDS); // which wakes those that are idle
    }
  }

  /** Apart, as HikariCP need not be there. */
  private static final class Hikari {
    private Hikari() {}

    /**
     * Asks on the thread that wants it, and bounds that; null if that cannot be bounded: a pool may
     * look at a connection first, and a silent server does not answer. The pool itself is asked
     * only for HikariCP's own class: another one may do more for each connection.
     */
    static @Nullable SqlTask<Connection> bounded(DataSource source, boolean fresh) {
      if (!(source instanceof HikariDataSource pool)) {
        return null;
      }
      if (pool.getConnectionTimeout() <= PATIENCE.toMillis()) {
        return source::getConnection;
      }
      return fresh
              && pool.getClass() == HikariDataSource.class
              && !pool.isClosed()
              && !pool.isAllowPoolSuspension()
              && pool.getHikariPoolMXBean() instanceof HikariPool open
          ? () -> open.getConnection(PATIENCE.toMillis())
          : null;
    }
  }

  /** One request for a connection, on a thread that may take its time. */
  private static final class Request implements Runnable {
    private final DataSource source;

    /** Set by the first of both: the thread that has an answer, or the one that left. */
    private final AtomicBoolean decided = new AtomicBoolean();

    private final CountDownLatch answered = new CountDownLatch(1);
    // Written before, and read after the latch is open.
    private @Nullable Connection connection;
    private @Nullable Throwable error;

    Request(DataSource source) {
      this.source = source;
    }

    @Override
    public void run() {
      Connection late = null;
      try {
        connection = source.getConnection();
        late = decided.compareAndSet(false, true) ? null : connection;
      } catch (Throwable refused) {
        error = refused;
        decided.set(true);
      }
      answered.countDown();
      if (late != null) {
        closeLate(late);
      }
    }

    private static void closeLate(Connection connection) {
      try {
        connection.close();
      } catch (SQLException broken) {
        // Then the pool knows, too.
      }
    }

    Connection answer() throws SQLException {
      if (!await() && decided.compareAndSet(false, true)) {
        throw new SQLTransientConnectionException(
            "no connection within " + PATIENCE.toSeconds() + " s");
      }
      boolean unused = await(); // at once: it is decided
      Connection got = connection;
      if (got != null) {
        return got;
      }
      Throwable why = error;
      if (why instanceof Error broken) {
        throw broken;
      } else if (why instanceof RuntimeException broken) {
        throw broken;
      } else if (why instanceof SQLException refused) {
        throw refused;
      }
      throw new SQLTransientConnectionException("the data source gave none", why);
    }

    /** Whether there is an answer in time; an interrupt is kept for later. */
    private boolean await() {
      boolean interrupted = false;
      try {
        for (int i = 0; i < MOST_INTERRUPTS; i++) {
          try {
            return answered.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
          } catch (InterruptedException later) {
            interrupted = true;
          }
        }
        return false;
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }
}
