package dev.holdfast.jdbc;

import com.mysql.cj.jdbc.MysqlDataSource;
import dev.holdfast.servers.MySqlServer;
import javax.sql.DataSource;

/** The real MySQL of this JVM's tests. */
final class SharedMySql extends Server {
  private static SharedMySql it;

  private SharedMySql() {
    super((folder, port) -> new MySqlServer(folder, port, MySqlServer.FORGETFUL));
  }

  /** The server; on a platform that has none the tests are not run, but that is no CI's excuse. */
  static synchronized SharedMySql it() {
    if (it == null) {
      it = new SharedMySql();
    }
    return it;
  }

  @Override
  String root() {
    return "mysql";
  }

  @Override
  DataSource dataSource(String database) {
    MysqlDataSource dataSource = new MysqlDataSource();
    dataSource.setUrl("jdbc:mysql://" + address() + "/" + database);
    dataSource.setUser("root");
    return dataSource;
  }

  @Override
  String url(String database) {
    return "jdbc:mysql://root@" + address() + "/" + database;
  }

  @Override
  boolean someoneWaitsForARow() {
    return number(root(), "SELECT COUNT(*) FROM performance_schema.data_lock_waits") > 0;
  }

  @Override
  void endConnections(String database) {
    SharedMariaDb.kill(this, database);
  }

  @Override
  String urlOfAStranger(String database, String password) {
    return url(database) + "?password=" + password;
  }
}
