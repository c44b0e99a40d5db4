package dev.holdfast.jdbc;

import dev.holdfast.servers.MariaDbServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** The real MariaDB of this JVM's tests. */
final class SharedMariaDb extends Server {
  static final SharedMariaDb IT = new SharedMariaDb();

  private SharedMariaDb() {
    super((folder, port) -> new MariaDbServer(folder, port, MariaDbServer.FORGETFUL));
    try {
      process.execute("CREATE USER IF NOT EXISTS tester@localhost IDENTIFIED BY 'right'");
      process.execute("GRANT ALL ON *.* TO tester@localhost WITH GRANT OPTION");
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  @Override
  String root() {
    return "test";
  }

  @Override
  DataSource dataSource(String database) {
    try {
      MariaDbDataSource dataSource =
          new MariaDbDataSource("jdbc:mariadb://" + address() + "/" + database);
      dataSource.setUser("tester");
      dataSource.setPassword("right");
      return dataSource;
    } catch (SQLException error) {
      throw new AssertionError(error);
    }
  }

  @Override
  String url(String database) {
    return "jdbc:mariadb://tester:right@" + address() + "/" + database;
  }

  @Override
  boolean someoneWaitsForARow() {
    return number(root(), "SELECT COUNT(*) FROM information_schema.innodb_lock_waits") > 0;
  }

  @Override
  void endConnections(String database) {
    kill(this, database);
  }

  /** Ends all connections to a database, on MySQL too. */
  static void kill(Server server, String database) {
    try (Connection connection = server.dataSource(server.root()).getConnection();
        Statement statement = connection.createStatement()) {
      List<Long> ids = new ArrayList<>();
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT id FROM information_schema.processlist WHERE db = '" + database + "'")) {
        while (rows.next()) {
          ids.add(rows.getLong(1));
        }
      }
      for (long id : ids) {
        statement.execute("KILL " + id);
      }
    } catch (SQLException error) {
      throw new AssertionError(error);
    }
  }

  @Override
  String urlOfAStranger(String database, String password) {
    return url(database).replace(":right@", "@") + "?password=" + password;
  }
}
