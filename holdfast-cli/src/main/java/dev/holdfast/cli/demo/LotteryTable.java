package dev.holdfast.cli.demo;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The lottery's database: who takes part, and the one list of winners that counts. */
final class LotteryTable implements AutoCloseable {
  static final int ENTRANTS = 5_000;
  static final int WINNERS = 10;

  private final Connection connection;

  private LotteryTable(Connection connection) {
    this.connection = connection;
  }

  static LotteryTable open(Path file) throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA busy_timeout = 10000");
      statement.execute("PRAGMA synchronous = OFF"); // It is thrown away in a minute.
    }
    return new LotteryTable(connection);
  }

  /** Makes the tables, with the entrants. */
  void create() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE entrant (name TEXT NOT NULL)");
      statement.execute(
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < "
              + ENTRANTS
              + ") INSERT INTO entrant SELECT printf('entrant %04d', i) FROM n");
      statement.execute(
          "CREATE TABLE lottery (token INTEGER NOT NULL, drawn_by INTEGER, winners TEXT)");
    }
    clear();
  }

  /** A new day: nothing is drawn yet. */
  void clear() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DELETE FROM lottery");
      statement.execute("INSERT INTO lottery (token) VALUES (0)");
    }
  }

  List<String> entrants() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT name FROM entrant")) {
      List<String> names = new ArrayList<>();
      while (rows.next()) {
        names.add(rows.getString(1));
      }
      return names;
    }
  }

  /** The list of winners as it stands; empty before the draw. */
  List<String> winners() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT winners FROM lottery")) {
      String winners = row.next() ? row.getString(1) : null;
      return winners == null ? List.of() : List.of(winners.split(","));
    }
  }

  /** As it is usually done: the lock was acquired, so what can go wrong? */
  void publish(int worker, List<String> winners) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement("UPDATE lottery SET winners = ?, drawn_by = ?")) {
      update.setString(1, String.join(",", winners));
      update.setInt(2, worker);
      update.executeUpdate();
    }
  }

  /**
   * The first contact of a draw with the table, before anything is read: from here on the table
   * refuses every older token.
   *
   * @return false if a newer one has been here
   */
  boolean begin(long token) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement("UPDATE lottery SET token = ? WHERE token < ?")) {
      update.setLong(1, token);
      update.setLong(2, token);
      return update.executeUpdate() == 1;
    }
  }

  /**
   * Publishes if no newer token has been here, which the same statement checks: between a check and
   * a write of their own there would be time for a pause.
   *
   * @return whether it was published
   */
  boolean publish(int worker, List<String> winners, long token) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement(
            "UPDATE lottery SET winners = ?, drawn_by = ? WHERE token = ?")) {
      update.setString(1, String.join(",", winners));
      update.setInt(2, worker);
      update.setLong(3, token);
      return update.executeUpdate() == 1;
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
