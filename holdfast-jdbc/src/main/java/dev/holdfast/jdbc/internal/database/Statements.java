package dev.holdfast.jdbc.internal.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A connection in auto-commit mode with its prepared statements, each prepared once. Used by one
 * thread at a time. Closing it closes the statements, not the connection.
 */
public final class Statements implements AutoCloseable {
  /** Makes something of the row a result set stands on. */
  public interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** Sends a statement and waits for its answer. */
  private interface Execution<T> {
    T of(PreparedStatement statement) throws SQLException;
  }

  /** What a borrowed connection was set to: it goes back like this. */
  public record Before(boolean autoCommit, int networkTimeoutMillis) {}

  /** Keeps statements from waiting in the server for as long as they like. */
  interface Bounds {
    /**
     * A statement that waits for no lock for long, as the server itself is told; such a wait is not
     * ended by the end of the client, and would hold the session.
     */
    String bounded(String sql);

    /**
     * How long a statement may take before it is cancelled in the server; zero: {@link #bounded}.
     */
    Duration cancelledAfter();
  }

  /** What is to be told on a channel. */
  public record Word(String channel, String text) {}

  private final Connection connection;
  private final @Nullable Before before;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();
  private final List<Word> words = new ArrayList<>();
  private @Nullable Bounds bounds;
  private boolean spoilt;

  public Statements(Connection connection) {
    this(connection, null);
  }

  public Statements(Connection connection, @Nullable Before before) {
    this.connection = connection;
    this.before = before;
  }

  public @Nullable Before before() {
    return before;
  }

  public Connection connection() {
    return connection;
  }

  /** The connection is in an unknown state, so it must not be used again. */
  public void spoil() {
    spoilt = true;
  }

  public boolean isSpoilt() {
    return spoilt;
  }

  /** From now on no statement waits in the server for as long as it likes. */
  public void boundBy(Bounds given) {
    bounds = given;
  }

  /** Notes what others are to be told if what is under way comes true. */
  public void tell(Word word) {
    words.add(word);
  }

  /** What was noted. */
  List<Word> words() {
    return words;
  }

  void forgetWords() {
    words.clear();
  }

  /** Runs a statement, whatever it answers. */
  public void run(String sql, Object... arguments) throws SQLException {
    boolean unused = executed(PreparedStatement::execute, sql, arguments);
  }

  /** Runs a statement; how many rows it changed. */
  public int update(String sql, Object... arguments) throws SQLException {
    return executed(PreparedStatement::executeUpdate, sql, arguments);
  }

  /** The first row of a query. */
  public <T> @Nullable T first(String sql, Reader<T> reader, Object... arguments)
      throws SQLException {
    try (ResultSet rows = executed(PreparedStatement::executeQuery, sql, arguments)) {
      return rows.next() ? reader.read(rows) : null;
    }
  }

  /** The number in a query's only row. */
  public long firstLong(String sql, Object... arguments) throws SQLException {
    Long number = first(sql, row -> row.getLong(1), arguments);
    if (number == null) {
      throw new SQLException("no answer to: " + sql);
    }
    return number;
  }

  /**
   * Makes sure of a row that was seen before in the same transaction, but was not there to be
   * changed: a cleanup may have deleted it, as it died at this very moment.
   *
   * @throws BusyException if it is gone
   */
  public void mustFind(String sql, Object... arguments) throws SQLException {
    if (first(sql, row -> row.getLong(1), arguments) == null) {
      throw new BusyException("a row died while it was looked at");
    }
  }

  /** All rows of a query. */
  public <T> List<T> all(String sql, Reader<T> reader, Object... arguments) throws SQLException {
    List<T> all = new ArrayList<>();
    try (ResultSet rows = executed(PreparedStatement::executeQuery, sql, arguments)) {
      while (rows.next()) {
        all.add(reader.read(rows));
      }
    }
    return all;
  }

  /** Runs an update of one row; the number that it generated, if it found the row. */
  public Optional<Long> keyOf(String sql, Object... arguments) throws SQLException {
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(bounded(sql), Statement.RETURN_GENERATED_KEYS);
      prepared.put(sql, statement);
    }
    if (update(sql, arguments) == 0) {
      return Optional.empty();
    }
    try (ResultSet keys = statement.getGeneratedKeys()) {
      if (!keys.next()) {
        throw new SQLException("no number came of: " + sql);
      }
      return Optional.of(keys.getLong(1));
    }
  }

  private <T> T executed(Execution<T> execution, String sql, Object... arguments)
      throws SQLException {
    PreparedStatement statement = bind(sql, arguments);
    if (bounds == null || bounds.cancelledAfter().isZero()) {
      return execution.of(statement);
    }
    LateStatements.Running running = LateStatements.SHARED.begin(this, bounds.cancelledAfter());
    try {
      return execution.of(statement);
    } finally {
      running.close();
    }
  }

  private PreparedStatement bind(String sql, Object... arguments) throws SQLException {
    PreparedStatement statement = statement(sql);
    for (int i = 0; i < arguments.length; i++) {
      Object argument = arguments[i];
      if (argument instanceof String text) {
        statement.setString(i + 1, text);
      } else if (argument instanceof byte[] bytes) {
        statement.setBytes(i + 1, bytes);
      } else {
        statement.setLong(i + 1, (Long) argument);
      }
    }
    return statement;
  }

  private PreparedStatement statement(String sql) throws SQLException {
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(bounded(sql));
      prepared.put(sql, statement);
    }
    return statement;
  }

  private String bounded(String sql) {
    return bounds == null ? sql : bounds.bounded(sql);
  }

  @Override
  public void close() throws SQLException {
    List<PreparedStatement> all = List.copyOf(prepared.values());
    prepared.clear();
    for (PreparedStatement statement : all) {
      statement.close();
    }
  }
}
