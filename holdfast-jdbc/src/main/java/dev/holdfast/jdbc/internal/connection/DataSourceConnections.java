package dev.holdfast.jdbc.internal.connection;

import dev.holdfast.jdbc.internal.database.Dialect;
import dev.holdfast.jdbc.internal.database.KnownDialects;
import dev.holdfast.jdbc.internal.database.PgWire;
import dev.holdfast.jdbc.internal.database.Statements;
import dev.holdfast.spi.DaemonThreads;
import dev.holdfast.spi.Futures;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The user's own data source: a connection is borrowed for each operation, and one for as long as
 * there is anything to listen for; each goes back as it came.
 */
public final class DataSourceConnections implements Connections {
  /** After this number of ticks in which threads wait and none is served, it is given back. */
  private static final int TICKS_IN_VAIN = 3;

  /** The name of threads that listen, or look whether a connection can be spared for that. */
  public static final String LISTENING_THREAD = "holdfast-postgresql-pushes";

  private static final Duration SPARE = Duration.ofMillis(500);

  private final DataSource dataSource;
  private final BoundedSource bounded;
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicInteger served = new AtomicInteger();
  private volatile @Nullable Dialect dialect;
  // One for each session, if the database is a file; usually all the same.
  private final Deque<WriterQueue> queues = new ConcurrentLinkedDeque<>();
  // Of the thread that keeps a connection.
  private int servedBefore;
  private int ticksInVain;

  public DataSourceConnections(DataSource dataSource) {
    this.dataSource = CallersTransactions.outside(dataSource);
    this.bounded = new BoundedSource(this.dataSource);
  }

  @Override
  public @Nullable WriterQueue queue() {
    return queues.peekLast();
  }

  @Override
  public Statements take() throws SQLException {
    waiting.incrementAndGet();
    Connection connection;
    try {
      connection = connection();
    } finally {
      waiting.decrementAndGet();
      served.incrementAndGet();
    }
    return begin(connection);
  }

  /** In bounded time, but from a file, which answers by itself. */
  private Connection connection() throws SQLException {
    return longestAnswer().isZero()
        ? BorrowedConnection.take(dataSource::getConnection)
        : bounded.connection();
  }

  private Duration longestAnswer() {
    Dialect known = dialect;
    return known == null ? Duration.ZERO : known.longestAnswer();
  }

  private Statements begin(Connection connection) throws SQLException {
    Dialect known = dialect;
    return BorrowedConnection.orClosed(
        connection,
        () -> {
          if (known != null) {
            CallersTransactions.refuse(known, connection);
          }
          return BorrowedConnection.prepared(connection, longestAnswer());
        });
  }

  @Override
  public void giveBack(Statements statements, boolean usable) {
    BorrowedConnection.end(statements, usable);
    if (usable) {
      bounded.returned();
    }
  }

  @Override
  public boolean mayTell() {
    return true;
  }

  /**
   * A pool may have a single connection, and a data source may lend the same one to all: while it
   * listens it could not be used for anything else. Asked for in a thread of its own, since a pool
   * may take long to answer.
   */
  @Override
  public boolean canSpareBeside(Statements statements) {
    CompletableFuture<Boolean> spare = new CompletableFuture<>();
    DaemonThreads.start(
        LISTENING_THREAD,
        () -> {
          try (Connection second = dataSource.getConnection()) {
            spare.complete(!PgWire.areSame(second, statements.connection()));
          } catch (SQLException | RuntimeException | Error none) {
            spare.complete(false);
          }
        });
    boolean interrupted = Thread.interrupted();
    try {
      return Futures.get(spare, SPARE);
    } catch (TimeoutException | ExecutionException none) {
      return false;
    } catch (InterruptedException hurry) {
      interrupted = true;
      return false;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public Statements apart() throws SQLException {
    Statements statements = begin(connection());
    ticksInVain = 0;
    return statements;
  }

  /** A thread that waits for a connection and gets none is to have the one that is kept. */
  @Override
  public boolean isShort() {
    int servedNow = served.get();
    boolean inVain = waiting.get() > 0 && servedNow == servedBefore;
    ticksInVain = inVain ? ticksInVain + 1 : 0;
    servedBefore = servedNow;
    return ticksInVain >= TICKS_IN_VAIN;
  }

  @Override
  public Dialect opened() throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statements statements = new Statements(connection)) {
      Dialect found = KnownDialects.of(connection);
      dialect = found;
      Path file = found.file(statements);
      if (file != null) {
        queues.add(WriterQueue.of(file));
      }
      bounded.opened();
      return found;
    }
  }

  @Override
  public void closed() {
    bounded.closed(); // the data source itself is the user's
    WriterQueue queue = queues.pollFirst();
    if (queue != null) {
      queue.close();
    }
  }

  @Override
  public String toString() {
    // A data source's own text may contain its password.
    return "the data source (" + dataSource.getClass().getSimpleName() + ")";
  }
}
