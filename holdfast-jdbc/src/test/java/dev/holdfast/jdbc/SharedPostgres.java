package dev.holdfast.jdbc;

import dev.holdfast.servers.PostgresServer;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** The real PostgreSQL of this JVM's tests. */
final class SharedPostgres extends Server {
  static final SharedPostgres IT = new SharedPostgres();

  private SharedPostgres() {
    super((folder, port) -> new PostgresServer(folder, port, PostgresServer.FORGETFUL));
  }

  @Override
  String root() {
    return "postgres";
  }

  @Override
  DataSource dataSource(String database) {
    PGSimpleDataSource dataSource = new PGSimpleDataSource();
    dataSource.setUrl("jdbc:postgresql://" + address() + "/" + database);
    dataSource.setUser("postgres");
    return dataSource;
  }

  @Override
  String url(String database) {
    return "jdbc:postgresql://postgres@" + address() + "/" + database;
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
}
