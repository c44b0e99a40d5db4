package dev.holdfast.jdbc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** The real PostgreSQL of this JVM's tests. */
final class PostgresServer extends Server {
  static final PostgresServer IT = new PostgresServer();

  private final Path data = Databases.directory().resolve("data");
  private EmbeddedPostgres running;

  private PostgresServer() {
    running = start(freePort());
  }

  private EmbeddedPostgres start(int port) {
    try {
      return EmbeddedPostgres.builder()
          .setDataDirectory(data)
          .setCleanDataDirectory(false)
          .setPort(port)
          .start();
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  @Override
  String root() {
    return "postgres";
  }

  @Override
  DataSource dataSource(String database) {
    PGSimpleDataSource dataSource = new PGSimpleDataSource();
    dataSource.setUrl("jdbc:postgresql://localhost:" + running.getPort() + "/" + database);
    dataSource.setUser("postgres");
    return dataSource;
  }

  @Override
  String url(String database) {
    return "jdbc:postgresql://postgres@localhost:" + running.getPort() + "/" + database;
  }

  @Override
  boolean someoneWaitsForARow() {
    return number(root(), "SELECT COUNT(*) FROM pg_locks WHERE NOT granted") > 0;
  }

  @Override
  void endConnections(String database) {
    execute(
        root(),
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"
            + database
            + "'");
  }

  @Override
  String urlOfAStranger(String database, String password) {
    // The server trusts everybody here; who has no role is refused all the same.
    return url(database).replace("postgres@", "stranger@") + "?password=" + password;
  }

  @Override
  void restart() throws IOException {
    int port = running.getPort();
    running.close();
    running = start(port);
  }
}
