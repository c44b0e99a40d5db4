package dev.holdfast.benchmarks;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A MySQL server of one's own, which the script of the tests unpacks from Debian's packages. */
record MySqlServer(Process running, int port) implements SqlServer {
  private static final String DATABASE = "test";
  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(60);

  private static Path script() {
    return Path.of(System.getProperty("holdfast.root", "."), "holdfast-jdbc", "mysql-server");
  }

  static boolean isScriptThere() {
    return Files.exists(script());
  }

  static SqlServer start(Path folder) throws IOException {
    Path unpacked = script().resolveSibling("target").resolve("mysql").toAbsolutePath();
    Path own = Files.createDirectories(folder.resolve("mysql-" + System.nanoTime()));
    File log = own.resolve("log").toFile();
    await(List.of(script().toString(), unpacked.toString()), log);
    List<String> program = program(unpacked, own);
    List<String> initialize = new ArrayList<>(program);
    initialize.add("--initialize-insecure");
    await(initialize, log);
    int port = freePort();
    List<String> serve = new ArrayList<>(program);
    serve.addAll(
        List.of(
            "--port=" + port,
            "--bind-address=127.0.0.1",
            "--socket=" + own.resolve("socket"),
            "--mysqlx=OFF",
            "--secure-file-priv=",
            "--skip-log-bin",
            "--innodb-flush-log-at-trx-commit=1",
            "--max-connections=1000"));
    MySqlServer server = new MySqlServer(process(serve, log).start(), port);
    Runtime.getRuntime().addShutdownHook(new Thread(server::close));
    server.awaitAnswer(log);
    return server;
  }

  /** With the libraries that came with it instead of this machine's. */
  private static List<String> program(Path unpacked, Path own) {
    Path libraries = unpacked.resolve("root/usr/lib/x86_64-linux-gnu");
    return List.of(
        libraries.resolve("ld-linux-x86-64.so.2").toString(),
        "--library-path",
        libraries.toString(),
        unpacked.resolve("root/usr/sbin/mysqld").toString(),
        "--no-defaults",
        "--user=" + System.getProperty("user.name"),
        "--datadir=" + own.resolve("data"),
        "--lc-messages-dir=" + unpacked.resolve("root/usr/share/mysql"));
  }

  private static ProcessBuilder process(List<String> command, File log) {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log));
  }

  private static void await(List<String> command, File log) throws IOException {
    try {
      if (process(command, log).start().waitFor() != 0) {
        throw new IOException("there is no MySQL: " + Files.readString(log.toPath()));
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while MySQL was made ready", stop);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitAnswer(File log) throws IOException {
    long end = System.nanoTime() + START_NANOS;
    while (!hasDatabase()) {
      if (!running.isAlive() || System.nanoTime() > end) {
        close();
        throw new IOException("MySQL does not answer: " + Files.readString(log.toPath()));
      }
      LockSupport.parkNanos(20_000_000);
    }
  }

  private boolean hasDatabase() {
    try (Connection connection = DriverManager.getConnection(url("mysql"));
        var statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE IF NOT EXISTS " + DATABASE);
      return true;
    } catch (SQLException notYet) {
      return false;
    }
  }

  private String url(String database) {
    return "jdbc:mysql://localhost:"
        + port
        + "/"
        + database
        + "?user=root&sslMode=DISABLED&allowPublicKeyRetrieval=true";
  }

  @Override
  public String url() {
    return url(DATABASE);
  }

  @Override
  public void close() {
    running.destroyForcibly();
  }
}
