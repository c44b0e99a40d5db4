package dev.holdfast.lab.control;

import dev.holdfast.lab.database.Database;
import dev.holdfast.lab.episode.Surroundings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** Where a design in a database has its rows: on a server, or in a file of SQLite's. */
final class SqlPlace {
  private final Optional<Database> server;

  /** The place that is named at the end of a control's id. */
  SqlPlace(String id) {
    this.server = Database.of(id);
  }

  Connection open(Surroundings s) throws SQLException {
    if (server.isPresent()) {
      return DriverManager.getConnection(server.get().driverUrl(s.host(), s.port()));
    }
    Path file = s.folder().resolve(s.namespace() + ".db").toAbsolutePath();
    Connection opened = DriverManager.getConnection("jdbc:sqlite:" + file + "?busy_timeout=3000");
    try (Statement statement = opened.createStatement()) {
      statement.execute("PRAGMA journal_mode = WAL");
      statement.execute("PRAGMA synchronous = OFF");
    }
    return opened;
  }

  /** Makes a table unless it is there; others may do the same at the same time. */
  static void create(Connection connection, String table) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE IF NOT EXISTS " + table);
    }
  }

  /** Inserts a row unless there is one with its key. */
  String insertNew(String row) {
    boolean known = server.isEmpty() || server.get() == Database.POSTGRES;
    return known ? "INSERT INTO " + row + " ON CONFLICT DO NOTHING" : "INSERT IGNORE INTO " + row;
  }
}
