package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mysql.cj.jdbc.MysqlDataSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.awaitility.Awaitility;

/** The real MySQL of this JVM's tests, fetched by the script {@code mysql-server}. */
final class MySqlServer extends Server {
  /** What the script says where there is no MySQL for the platform. */
  private static final int UNAVAILABLE = 69;

  private static final Path FOLDER = Path.of("target", "mysql").toAbsolutePath();

  private static MySqlServer it;

  private final Path data = Databases.directory();
  private final int port = freePort();
  private Process running;

  private MySqlServer() {
    try {
      run(List.of("--initialize-insecure"));
      start();
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  /** The server; on a platform that has none the tests are not run, but that is no CI's excuse. */
  static synchronized MySqlServer it() {
    if (it == null) {
      boolean isThere = fetch();
      assumeTrue(isThere, "not run: there is no MySQL for this platform");
      it = new MySqlServer();
    }
    return it;
  }

  private static boolean fetch() {
    try {
      Process script =
          new ProcessBuilder("./mysql-server", FOLDER.toString())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(FOLDER.resolveSibling("mysql-server.log").toFile())
              .start();
      int code = script.waitFor();
      if (code == UNAVAILABLE && System.getenv("CI") == null) {
        return false;
      }
      assertEquals(0, code, () -> log("mysql-server.log"));
      return true;
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    } catch (InterruptedException error) {
      throw new IllegalStateException(error);
    }
  }

  private static String log(String name) {
    try {
      return Files.readString(FOLDER.resolveSibling(name));
    } catch (IOException error) {
      return error.toString();
    }
  }

  /** The server's program, with the libraries that came with it instead of this machine's. */
  private Process program(List<String> options) throws IOException {
    Path libraries = FOLDER.resolve("root/usr/lib/x86_64-linux-gnu");
    List<String> command = new ArrayList<>();
    command.add(libraries.resolve("ld-linux-x86-64.so.2").toString());
    command.add("--library-path");
    command.add(libraries.toString());
    command.add(FOLDER.resolve("root/usr/sbin/mysqld").toString());
    command.add("--no-defaults");
    command.add("--user=" + System.getProperty("user.name"));
    command.add("--datadir=" + data.resolve("data"));
    command.add("--lc-messages-dir=" + FOLDER.resolve("root/usr/share/mysql"));
    command.addAll(options);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(
            ProcessBuilder.Redirect.appendTo(FOLDER.resolveSibling("mysqld.log").toFile()))
        .start();
  }

  private void run(List<String> options) throws IOException {
    try {
      assertEquals(0, program(options).waitFor(), () -> log("mysqld.log"));
    } catch (InterruptedException error) {
      throw new IOException(error);
    }
  }

  private void start() throws IOException {
    Process started =
        program(
            List.of(
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--socket=" + data.resolve("socket"),
                "--mysqlx=OFF",
                "--secure-file-priv=",
                "--skip-log-bin",
                // The end of a server process loses nothing all the same.
                "--innodb-flush-log-at-trx-commit=2"));
    running = started;
    Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
    Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> !started.isAlive() || answers());
    if (!started.isAlive()) {
      throw new IOException("MySQL ended: " + log("mysqld.log"));
    }
  }

  private boolean answers() {
    try (Connection connection = dataSource(root()).getConnection()) {
      return connection.isValid(1);
    } catch (SQLException notYet) {
      return false;
    }
  }

  @Override
  String root() {
    return "mysql";
  }

  @Override
  DataSource dataSource(String database) {
    MysqlDataSource dataSource = new MysqlDataSource();
    dataSource.setUrl("jdbc:mysql://localhost:" + port + "/" + database);
    dataSource.setUser("root");
    return dataSource;
  }

  @Override
  String url(String database) {
    return "jdbc:mysql://root@localhost:" + port + "/" + database;
  }

  @Override
  boolean someoneWaitsForARow() {
    return number(root(), "SELECT COUNT(*) FROM performance_schema.data_lock_waits") > 0;
  }

  @Override
  void endConnections(String database) {
    MariaDbServer.kill(this, database);
  }

  @Override
  String urlOfAStranger(String database, String password) {
    return url(database) + "?password=" + password;
  }

  @Override
  void restart() throws IOException {
    running.destroy();
    try {
      running.waitFor();
    } catch (InterruptedException error) {
      throw new IOException(error);
    }
    start();
  }
}
