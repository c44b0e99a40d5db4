package dev.holdfast.jdbc.internal.session;

import dev.holdfast.spi.DaemonThreads;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Pings every connection that has locks, again and again. So the server does not end it as silent,
 * and the client notices when it has ended, when its server is no longer the primary, and when an
 * operator wants a hold ended.
 */
public final class Heartbeat {
  static final String THREAD_NAME = "holdfast-session-locks";

  private static final System.Logger LOG = System.getLogger(Heartbeat.class.getName());
  private static final long LONGEST_MILLIS = 1_000;
  private static final long BEATS_IN_A_SESSION = 6;
  private static final long IDLE_MILLIS = 60_000;

  private final SessionLockState client;
  private final long periodMillis;
  private final ScheduledThreadPoolExecutor beats;
  private final ScheduledThreadPoolExecutor executor;
  private final Set<Long> placesToLeave = ConcurrentHashMap.newKeySet();

  public Heartbeat(SessionLockState client, Duration session) {
    this.client = client;
    this.periodMillis = Math.min(LONGEST_MILLIS, session.toMillis() / BEATS_IN_A_SESSION);
    // One beats and waits for nothing else; the others write down holds, look and tell.
    this.beats = threads(1);
    this.executor = threads(2);
  }

  private static ScheduledThreadPoolExecutor threads(int size) {
    ScheduledThreadPoolExecutor threads =
        new ScheduledThreadPoolExecutor(size, task -> DaemonThreads.of(THREAD_NAME, task));
    threads.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    threads.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
    return threads;
  }

  /** Ends a hold of this client on a connection, if it has one there. */
  interface Breaker {
    boolean breakOwn(Object key, LockConnection on) throws SQLException;
  }

  void begin(Breaker breaker) {
    repeat(() -> beat(breaker));
  }

  /** Whatever one beat throws, an Error included, the next one follows: leases depend on it. */
  public void repeat(Runnable beat) {
    Future<?> unused =
        beats.scheduleWithFixedDelay(
            () -> {
              try {
                beat.run();
              } catch (RuntimeException | Error thrown) {
                LOG.log(System.Logger.Level.DEBUG, "a beat failed; the next one follows", thrown);
              }
            },
            periodMillis,
            periodMillis,
            TimeUnit.MILLISECONDS);
  }

  ScheduledThreadPoolExecutor executor() {
    return executor;
  }

  /** Runs it soon, in a thread of its own. */
  public void run(Runnable task) {
    try {
      executor.execute(task);
    } catch (RejectedExecutionException closed) {
      LOG.log(System.Logger.Level.DEBUG, "its client is closed", closed);
    }
  }

  /** A place could not be taken out of the queue; the places behind it would not be served. */
  void leaveLater(long place) {
    placesToLeave.add(place);
  }

  private void beat(Breaker breaker) {
    for (LockConnection connection : client.connections.all()) {
      try {
        beat(connection, breaker);
      } catch (SQLException | RuntimeException | Error error) {
        LOG.log(System.Logger.Level.DEBUG, "it is tried again soon", error); // and the others now
      }
    }
    if (!placesToLeave.isEmpty()) {
      run(this::leave);
    }
  }

  private void leave() {
    try {
      for (long place : List.copyOf(placesToLeave)) {
        client.tables.run(statements -> statements.update(SessionSql.LEAVE, place));
        placesToLeave.remove(place);
      }
    } catch (SQLException | RuntimeException error) {
      LOG.log(System.Logger.Level.DEBUG, "it is tried again soon", error);
    }
  }

  private void beat(LockConnection connection, Breaker breaker) throws SQLException {
    if (connection.idleBeats() * periodMillis > IDLE_MILLIS) {
      client.connections.endIdle(connection);
      return;
    }
    Set<Object> asked;
    try {
      asked =
          client
              .connections
              .lookAfterIfUnused(
                  connection,
                  statements -> client.sql.keys(statements, client.sql.asked(), connection.session))
              .orElse(Set.of());
    } catch (SQLException | RuntimeException ended) {
      LOG.log(System.Logger.Level.DEBUG, "a connection that had locks has ended", ended);
      return;
    }
    for (Object key : asked) {
      if (breaker.breakOwn(key, connection)) {
        run(() -> answered(connection, key));
      }
    }
  }

  private void answered(LockConnection connection, Object key) {
    try {
      client.tables.run(s -> s.update(SessionSql.ANSWERED, connection.session, key));
    } catch (SQLException | RuntimeException error) {
      LOG.log(System.Logger.Level.DEBUG, "who asked forgets it", error);
    }
  }

  public void end() {
    beats.shutdownNow();
    executor.shutdownNow();
  }
}
