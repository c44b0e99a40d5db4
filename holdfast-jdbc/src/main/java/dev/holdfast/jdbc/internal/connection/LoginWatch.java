package dev.holdfast.jdbc.internal.connection;

import dev.holdfast.jdbc.internal.database.SqlTask;
import dev.holdfast.spi.DaemonThreads;
import dev.holdfast.spi.Futures;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Opens a database on a thread of its own, and looks after a moment whether it waits for a server
 * of another kind: a driver would do so until its time is over.
 */
final class LoginWatch {
  private static final Duration MOMENT = Duration.ofSeconds(1);

  /** A driver may try several servers and ways, each for its time. */
  private static final int TRIES = 6;

  private LoginWatch() {}

  /** How long it may take at most to open a connection whose login takes this long at most. */
  static Duration longest(Duration login) {
    return login.multipliedBy(TRIES);
  }

  /**
   * What was opened.
   *
   * @param login how long a login may take
   * @param closes ends what is opened after this has given up
   */
  static <T> T open(String driverUrl, Duration login, SqlTask<T> opening, Consumer<T> closes)
      throws SQLException {
    CompletableFuture<T> opened = new CompletableFuture<>();
    DaemonThreads.start("holdfast-jdbc-login", () -> open(opening, opened));
    boolean done = false;
    try {
      T result = wait(driverUrl, login, opened);
      done = true;
      return result;
    } finally {
      if (!done) {
        CompletableFuture<Void> unused = opened.thenAccept(closes);
      }
    }
  }

  private static <T> void open(SqlTask<T> opening, CompletableFuture<T> opened) {
    try {
      opened.complete(opening.run());
    } catch (Throwable failed) {
      opened.completeExceptionally(failed);
    }
  }

  private static <T> T wait(String driverUrl, Duration login, CompletableFuture<T> opened)
      throws SQLException {
    try {
      try {
        return Futures.get(opened, MOMENT);
      } catch (TimeoutException waits) {
        if (ServerProbe.areOfAnotherKind(driverUrl)) {
          throw new SQLNonTransientConnectionException(OpenFailure.OF_ANOTHER_KIND);
        }
        return Futures.get(opened, longest(login));
      }
    } catch (ExecutionException failed) {
      throw thrown(Objects.requireNonNullElse(failed.getCause(), failed));
    } catch (TimeoutException late) {
      throw new SQLTransientConnectionException("the driver does not end its try", "08001", late);
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
      throw new SQLTransientConnectionException("interrupted", "08001", hurry);
    }
  }

  private static SQLException thrown(Throwable cause) {
    if (cause instanceof RuntimeException refused) {
      throw refused;
    } else if (cause instanceof Error broken) {
      throw broken;
    }
    return cause instanceof SQLException error ? error : new SQLException(cause);
  }
}
