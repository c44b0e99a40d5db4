package dev.holdfast.lab.database;

import dev.holdfast.servers.Server;
import dev.holdfast.servers.SqlServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A real database server, which waits for its disk at each commit, and what the lab does there past
 * all proxies as the user who may do everything: its chief.
 */
public final class DatabaseServer implements Server {
  /** How many connections it takes, but for those of its chief. */
  public static final int MOST_CONNECTIONS = 80;

  private final Database kind;
  private final SqlServer server;

  DatabaseServer(Database kind, SqlServer server) throws IOException, SQLException {
    this.kind = kind;
    this.server = server;
    boolean prepared = false;
    try {
      server.start();
      try (Connection chief = connect(server.firstDatabase())) {
        for (String order : kind.preparations()) {
          execute(chief, order);
        }
      }
      prepared = true;
    } finally {
      if (!prepared) {
        server.close();
      }
    }
  }

  /** What it is. */
  public Database kind() {
    return kind;
  }

  private Connection connect(String name) throws SQLException {
    return DriverManager.getConnection(kind.labUrl(server.user(), port(), name));
  }

  /** A connection of the chief's to the database of the locks. */
  public Connection chief() throws SQLException {
    return connect(Database.NAME);
  }

  /** A connection such as an application's. */
  public Connection application() throws SQLException {
    return DriverManager.getConnection(kind.labUrl(Database.APPLICATION, port(), Database.NAME));
  }

  /** Has the chief end sessions of applications: all, or those that listen. */
  public static void endSessions(Connection chief, Database kind, boolean listeners)
      throws SQLException {
    String which = listeners ? kind.listeners().orElseThrow() : kind.sessions();
    for (long session : numbers(chief, which)) {
      try {
        execute(chief, kind.end(session));
      } catch (SQLException gone) {
        // It has ended by itself.
      }
    }
  }

  /** Lets applications write nothing, or write again. */
  public void readOnly(boolean is) throws SQLException {
    try (Connection chief = chief()) {
      for (String order : kind.readOnly(is)) {
        execute(chief, order);
      }
    }
  }

  /** How many deadlocks there were since it began, as far as it has counted. */
  public long deadlocks() throws SQLException {
    try (Connection chief = chief()) {
      return numbers(chief, kind.deadlocks()).stream().findFirst().orElse(0L);
    }
  }

  /** Does something to each table that applications have made. */
  public void toTables(String order) throws SQLException {
    try (Connection chief = chief();
        Statement statement = chief.createStatement()) {
      List<String> tables = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery(kind.tables())) {
        while (rows.next()) {
          tables.add(rows.getString(1));
        }
      }
      for (String table : tables) {
        statement.execute(order + table);
      }
    }
  }

  /** Runs one statement. */
  public static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The first number of each row. */
  public static List<Long> numbers(Connection connection, String sql) throws SQLException {
    List<Long> numbers = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        numbers.add(rows.getLong(1));
      }
    }
    return numbers;
  }

  @Override
  public int port() {
    return server.port();
  }

  @Override
  public void start() throws IOException {
    server.start();
  }

  @Override
  public void stop() throws IOException {
    server.stop();
  }

  @Override
  public void kill() {
    server.kill();
  }

  @Override
  public void pause() throws IOException {
    server.pause();
  }

  @Override
  public void resume() throws IOException {
    server.resume();
  }

  @Override
  public void environment(Map<String, String> environment) {
    server.environment(environment);
  }

  @Override
  public String log() {
    return server.log();
  }

  @Override
  public String version() throws IOException {
    return server.version();
  }
}
