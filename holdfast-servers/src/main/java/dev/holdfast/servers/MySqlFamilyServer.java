package dev.holdfast.servers;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What servers of MySQL and of MariaDB have in common. */
public abstract class MySqlFamilyServer extends SqlServer {
  /** For a server whose data need not outlive the machine. */
  public static final List<String> FORGETFUL = List.of("innodb-flush-log-at-trx-commit=2");

  MySqlFamilyServer(Path folder, int port, List<String> settings) throws IOException {
    super(folder, port, settings);
  }

  /** The program with what it needs to find its own files. */
  abstract List<String> program() throws IOException;

  /** Of the user that runs this: it refuses to run as root unless that is said. */
  final List<String> owner() {
    return List.of("--user=" + System.getProperty("user.name"), "--datadir=" + data());
  }

  @Override
  protected List<String> command() throws IOException {
    List<String> command = new ArrayList<>(program());
    command.addAll(owner());
    command.add("--port=" + port());
    command.add("--bind-address=" + Ports.HOST);
    // In its data folder; the whole path may be longer than a socket's may be.
    command.add("--socket=socket");
    settings().forEach(each -> command.add("--" + each));
    return command;
  }

  @Override
  public final String user() {
    return "root";
  }

  @Override
  public final String firstDatabase() {
    return "mysql";
  }

  @Override
  final String impatience() {
    return "connectTimeout=5000&socketTimeout=10000";
  }

  @Override
  public final boolean waitsForItsDisk(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var answer = statement.executeQuery("SELECT @@innodb_flush_log_at_trx_commit = 1")) {
      return answer.next() && answer.getBoolean(1);
    }
  }
}
