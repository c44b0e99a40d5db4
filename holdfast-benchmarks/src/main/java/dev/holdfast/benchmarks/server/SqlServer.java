package dev.holdfast.benchmarks.server;

import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.servers.DebianPackage;
import dev.holdfast.servers.MariaDbServer;
import dev.holdfast.servers.MySqlServer;
import dev.holdfast.servers.Ports;
import dev.holdfast.servers.PostgresServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A database server of a scenario, which waits for its disk at every commit.
 *
 * @param url where the contenders find its only database, as JDBC writes it
 */
public record SqlServer(dev.holdfast.servers.SqlServer running, String url)
    implements AutoCloseable {
  private static final List<String> MYSQL_SETTINGS = List.of("max-connections=1000");
  private static final List<String> POSTGRES_SETTINGS = List.of("max_connections=300");

  @Override
  public void close() {
    running.close();
  }

  /** The kinds of servers that there are. */
  public enum Kind implements StoreKind {
    POSTGRESQL("PostgreSQL"),
    MARIADB("MariaDB"),
    MYSQL("MySQL");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    private SqlServer start(Path folder) throws IOException {
      dev.holdfast.servers.SqlServer server =
          switch (this) {
            case POSTGRESQL -> new PostgresServer(folder, Ports.free(), POSTGRES_SETTINGS);
            case MARIADB -> new MariaDbServer(folder, Ports.free(), MYSQL_SETTINGS);
            case MYSQL -> new MySqlServer(folder, Ports.free(), MYSQL_SETTINGS);
          };
      server.start();
      if (this == POSTGRESQL) {
        return new SqlServer(server, server.url(server.firstDatabase()));
      }
      server.execute("CREATE DATABASE IF NOT EXISTS test");
      return new SqlServer(server, server.url("test"));
    }

    @Override
    public String title() {
      return title;
    }

    @Override
    public Optional<String> startFor(ServerScope scope, Figures figures)
        throws IOException, SQLException {
      // They are programs inside of jars, or a script unpacks them.
      if (!System.getProperty("os.name").equals("Linux")
          || !System.getProperty("os.arch").equals("amd64")) {
        figures.note("not run: there is no " + title + " for this platform");
        return Optional.empty();
      }
      if (this == MYSQL && !DebianPackage.MYSQL.obstacle().isEmpty()) {
        figures.note("not run: " + DebianPackage.MYSQL.obstacle());
        return Optional.empty();
      }
      scope.show("starting " + title);
      SqlServer server = startPrepared(scope.newFolder(title));
      scope.closeAtTheEnd(server);
      return Optional.of(server.url());
    }

    /** Starts one, with its data in a folder, and makes the tables that others need there. */
    private SqlServer startPrepared(Path folder) throws IOException, SQLException {
      SqlServer server = start(folder);
      boolean done = false;
      try (Connection connection = DriverManager.getConnection(server.url());
          Statement statement = connection.createStatement()) {
        statement.execute(
            "CREATE TABLE bare (name VARCHAR(200) PRIMARY KEY, token BIGINT NOT NULL,"
                + " holder VARCHAR(100))");
        statement.execute(springTable());
        if (!server.running.waitsForItsDisk(connection)) {
          throw new IOException(title + " does not wait for its disk at a commit");
        }
        done = true;
      } finally {
        if (!done) {
          server.close();
        }
      }
      return server;
    }

    /** What Spring Integration's own file for this database says of its lock table. */
    private String springTable() throws IOException {
      String file =
          "/org/springframework/integration/jdbc/schema-"
              + (this == POSTGRESQL ? "postgresql" : "mysql")
              + ".sql";
      try (InputStream schema = SqlServer.class.getResourceAsStream(file)) {
        if (schema == null) {
          throw new IOException("there is no " + file);
        }
        String text = new String(schema.readAllBytes(), StandardCharsets.UTF_8);
        return Arrays.stream(text.split(";", -1))
            .filter(statement -> statement.contains("CREATE TABLE INT_LOCK"))
            .findFirst()
            .orElseThrow(() -> new IOException(file + " has no lock table"));
      }
    }
  }
}
