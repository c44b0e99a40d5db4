package dev.holdfast.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The guard on a database server, whose rows are locked one by one. */
abstract class ServerFenceTests extends FenceTests {
  private final Server server;
  private final String briefly;
  private final DataSource database;

  /**
   * On this server.
   *
   * @param briefly the statement after which this connection waits for a row not longer than a
   *     second
   */
  ServerFenceTests(Server server, String briefly) {
    this.server = server;
    this.briefly = briefly;
    this.database = server.dataSource(server.newDatabase());
  }

  @Override
  DataSource database() {
    return database;
  }

  @Override
  void waitBriefly(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(briefly);
      connection.commit();
    }
  }

  @Override
  boolean someoneWaits() {
    return server.someoneWaitsForARow();
  }
}
