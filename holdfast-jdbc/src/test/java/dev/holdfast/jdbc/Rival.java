package dev.holdfast.jdbc;

import dev.holdfast.jdbc.internal.database.Dialect;
import dev.holdfast.jdbc.internal.database.KnownDialects;
import dev.holdfast.jdbc.internal.database.Statements;
import dev.holdfast.jdbc.internal.rows.HoldProcedures;
import dev.holdfast.jdbc.internal.rows.NameTables;
import dev.holdfast.jdbc.internal.rows.RowAcquire;
import dev.holdfast.jdbc.internal.rows.RowSql;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

/** A client that stops in the middle of a transaction, with the row of a name locked. */
final class Rival implements AutoCloseable {
  private final Connection connection;
  private final Statements statements;
  private final Dialect dialect;
  private final NameTables tables;
  private final String attempt = "rival/host/1/" + UUID.randomUUID() + "/1";

  Rival(Server server, String database, String name) throws SQLException {
    connection = server.dataSource(database).getConnection();
    statements = new Statements(connection);
    dialect = KnownDialects.of(connection);
    tables = new NameTables(statements, dialect, new RowSql(dialect), "", name);
    dialect.beginWrite(statements);
    dialect.lock(statements, "", name.getBytes(StandardCharsets.UTF_8));
  }

  String attempt() {
    return attempt;
  }

  /** Joins the queue, or takes the name. */
  void acquire() throws SQLException {
    RowAcquire.one(
        tables,
        new AcquireRequest(
            "n",
            attempt,
            Mode.EXCLUSIVE,
            true,
            SpiClient.LEASE,
            SpiClient.CLAIM,
            SpiClient.PLACE,
            0));
  }

  /** Says that an attempt is over, which may not even have begun. */
  void end(String other) throws SQLException {
    HoldProcedures.release(tables, new ReleaseRequest("n", other, 0, false, SpiClient.MARK));
  }

  /** Locks another name too, in an order of its own. */
  void lockToo(String name) throws SQLException {
    dialect.lock(statements, "", name.getBytes(StandardCharsets.UTF_8));
  }

  /** Lets the hold of the name be over at once. */
  void letTheHoldExpire() throws SQLException {
    statements.run("UPDATE holdfast_lock SET expires_ms = 1");
  }

  void commit() throws SQLException {
    dialect.commit(statements);
  }

  /** Lets go of everything; nothing has happened. */
  void rollback() throws SQLException {
    dialect.rollback(statements);
  }

  @Override
  public void close() throws SQLException {
    try (connection;
        statements) {
      dialect.rollback(statements);
    }
  }
}
