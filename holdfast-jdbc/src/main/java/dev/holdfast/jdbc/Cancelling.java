package dev.holdfast.jdbc;

import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Cancels a statement in the server when it takes too long, so that no session of the server waits
 * on for a client that has given up.
 *
 * <p>A timeout of the driver would do so, too, but it keeps the thread that waits for the statement
 * until the server has answered the cancellation: a server that is silent never does. So another
 * thread asks for it. Closed when the statement has ended.
 */
final class Cancelling implements AutoCloseable {
  /** Cancellations that more threads would send at once are left out: that server is silent. */
  private static final int MOST_THREADS = 8;

  private static final long IDLE_SECONDS = 5;

  private static final ThreadPoolExecutor THREADS =
      new ThreadPoolExecutor(
          0,
          MOST_THREADS,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          Cancelling::daemon,
          new ThreadPoolExecutor.DiscardPolicy());

  private final Statements statements;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  Cancelling(Statements statements, int afterSeconds) {
    this.statements = statements;
    CompletableFuture<Void> unused =
        ended
            .orTimeout(afterSeconds, TimeUnit.SECONDS)
            .whenComplete(
                (none, late) -> {
                  if (late != null) {
                    THREADS.execute(this::cancel);
                  }
                });
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "holdfast-jdbc-cancel");
    thread.setDaemon(true);
    return thread;
  }

  private void cancel() {
    try {
      PgWire.cancel(statements.connection());
    } catch (SQLException unheard) {
      // The statement then ends when its connection does, which gives up a second later.
    }
  }

  @Override
  public void close() {
    if (!ended.complete(null)) {
      statements.spoil(); // a cancellation that is late would end the next statement
    }
  }
}
