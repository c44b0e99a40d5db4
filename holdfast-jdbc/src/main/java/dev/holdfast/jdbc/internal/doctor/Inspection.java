package dev.holdfast.jdbc.internal.doctor;

import dev.holdfast.StoreException;
import dev.holdfast.jdbc.internal.connection.Connections;
import dev.holdfast.jdbc.internal.connection.SqliteConnection;
import dev.holdfast.jdbc.internal.database.Dialect;
import dev.holdfast.jdbc.internal.database.H2Dialect;
import dev.holdfast.jdbc.internal.database.MariaDbDialect;
import dev.holdfast.jdbc.internal.database.MySqlDialect;
import dev.holdfast.jdbc.internal.database.PostgresDialect;
import dev.holdfast.jdbc.internal.database.SqliteDialect;
import dev.holdfast.jdbc.internal.session.SessionLength;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.LockStore;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks at the database behind a store; makes no tables. */
public final class Inspection {
  private static final List<String> ROWS = List.of("holdfast_lock", "holdfast_mark");
  private static final List<String> SESSIONS = List.of("holdfast_session_hold");

  private final LockStore store;
  private final Connections connections;
  private final @Nullable SessionLength sessions;

  private Inspection(LockStore store, Connections connections, @Nullable SessionLength sessions) {
    this.store = store;
    this.connections = connections;
    this.sessions = sessions;
  }

  /** Of a store whose locks are rows. */
  public static Inspection ofRows(LockStore store, Connections connections) {
    return new Inspection(store, connections, null);
  }

  /** Of a store whose locks belong to connections. */
  public static Inspection ofSessions(
      LockStore store, Connections connections, SessionLength length) {
    return new Inspection(store, connections, length);
  }

  /**
   * Looks at everything.
   *
   * @throws StoreException if there is no connection
   */
  public List<Finding> run(Examination examination) {
    LockTry lockTry = new LockTry(store, sessions == null ? ROWS : SESSIONS);
    try {
      return connections instanceof SqliteConnection sole
          ? new SqliteInspection(sole.file()).run(examination, lockTry)
          : server(examination, lockTry);
    } catch (SQLException error) {
      throw new StoreException(
          "cannot look at " + store + ": " + error.getMessage() + "; nothing was changed",
          error,
          true);
    }
  }

  private List<Finding> server(Examination examination, LockTry lockTry) throws SQLException {
    Dialect dialect = connections.opened();
    try {
      List<Finding> findings = new ArrayList<>();
      boolean tables =
          connections.run(
              statements -> {
                PrivilegedQuery query = new PrivilegedQuery(statements);
                findings.addAll(of(dialect, query));
                String clock = "SELECT " + dialect.clockWithoutTables();
                findings.add(examination.clock(() -> statements.firstLong(clock)));
                findings.add(
                    examination.latency("latency", () -> statements.firstLong("SELECT 1")));
                return sessions != null
                    ? SessionInspection.run(dialect, connections, sessions, query, findings)
                    : TableChecks.run(dialect, query, findings);
              });
      // Now that the connection is given back: a pool may have only one.
      if (sessions == null) {
        findings.add(pushes(dialect));
      }
      if (tables) {
        findings.add(lockTry.run(examination, connections));
      }
      return findings;
    } finally {
      connections.closed();
    }
  }

  private Finding pushes(Dialect dialect) {
    if (store.capabilities().pushes()) {
      return Finding.ok(
          "pushes", "by NOTIFY", "a waiting client learns at once that it is its turn");
    }
    String meaning = "a waiting client learns of its turn by looking, every 50 ms or less often";
    return dialect.tells()
        ? Finding.note("pushes", "no connection can listen here", meaning)
        : Finding.ok("pushes", "not with this database", meaning);
  }

  private List<Finding> of(Dialect dialect, PrivilegedQuery query) throws SQLException {
    List<Finding> findings = new ArrayList<>();
    if (dialect instanceof PostgresDialect) {
      findings.addAll(PostgresInspection.of(query, dialect.refusal(query.statements())));
    } else if (dialect instanceof MySqlDialect) {
      boolean mariaDb = dialect instanceof MariaDbDialect;
      findings.addAll(MySqlInspection.of(query, mariaDb, dialect.refusal(query.statements())));
    } else if (dialect instanceof SqliteDialect) {
      findings.addAll(SqliteInspection.of(query, dialect.refusal(query.statements())));
    } else if (dialect instanceof H2Dialect) {
      findings.addAll(H2Inspection.of(query, dialect.refusal(query.statements())));
    } else {
      throw new IllegalArgumentException("no inspection is known for " + dialect);
    }
    return findings;
  }
}
