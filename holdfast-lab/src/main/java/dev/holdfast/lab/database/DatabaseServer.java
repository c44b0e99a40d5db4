package dev.holdfast.lab.database;

import dev.holdfast.lab.episode.Signals;
import dev.holdfast.lab.episode.StoreServer;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A real database server on a port of its own, which waits for its disk at each commit. Orders are
 * given to it past all proxies by whoever may do everything there.
 */
public final class DatabaseServer implements StoreServer {
  /** How many connections it takes, but for those of its chief. */
  public static final int MOST_CONNECTIONS = 80;

  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(90);
  private static final long LOOK_NANOS = 20_000_000;

  private final Database kind;
  private final Program program;
  private final Path log;
  private final int port;
  private Map<String, String> environment = Map.of();
  private @Nullable Process process;

  DatabaseServer(Database kind, Program program, Path folder) throws IOException, SQLException {
    this.kind = kind;
    this.program = program;
    Files.createDirectories(folder);
    this.log = folder.resolve("log");
    this.port = freePort();
    program.install();
    Runtime.getRuntime().addShutdownHook(new Thread(this::kill));
    boolean prepared = false;
    try {
      start();
      try (Connection chief = connect(program.first())) {
        for (String order : program.preparations()) {
          execute(chief, order);
        }
      }
      prepared = true;
    } finally {
      if (!prepared) {
        kill();
      }
    }
  }

  /** Not one of those that clients get, since theirs may take it while the server is down. */
  private static int freePort() {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
      try (ServerSocket free = new ServerSocket(port)) {
        return free.getLocalPort();
      } catch (IOException taken) {
        // Another one.
      }
    }
  }

  /** What it is. */
  public Database kind() {
    return kind;
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public void start() throws IOException {
    long end = System.nanoTime() + START_NANOS;
    Process started = launch();
    while (!answers()) {
      if (System.nanoTime() > end) {
        throw new IOException(kind + " does not answer; see " + log);
      }
      if (!started.isAlive()) {
        started = launch(); // What its predecessor left, which was killed, may be in the way.
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private Process launch() throws IOException {
    ProcessBuilder builder = new ProcessBuilder(program.command(port)).redirectErrorStream(true);
    builder.environment().putAll(environment);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    Process started = builder.start();
    process = started;
    return started;
  }

  private boolean answers() {
    try (Connection chief = connect(program.first())) {
      return chief.isValid(1);
    } catch (SQLException notYet) {
      return false;
    }
  }

  private Connection connect(String name) throws SQLException {
    return DriverManager.getConnection(kind.labUrl(program.chief(), port, name));
  }

  /** A connection of the chief's to the database of the locks. */
  public Connection chief() throws SQLException {
    return connect(Database.NAME);
  }

  /** A connection such as an application's. */
  public Connection application() throws SQLException {
    return DriverManager.getConnection(kind.labUrl(Database.APPLICATION, port, Database.NAME));
  }

  /** Has the chief end sessions of applications: all, or those that listen. */
  public static void endSessions(Connection chief, Database kind, boolean listeners)
      throws SQLException {
    String which = listeners ? kind.listeners().orElseThrow() : kind.sessions();
    for (long session : numbers(chief, which)) {
      try {
        execute(chief, kind.end(session));
      } catch (SQLException gone) {
        // It has ended by itself.
      }
    }
  }

  /** Lets applications write nothing, or write again. */
  public void readOnly(boolean is) throws SQLException {
    try (Connection chief = chief()) {
      for (String order : kind.readOnly(is)) {
        execute(chief, order);
      }
    }
  }

  /** How many deadlocks there were since it began, as far as it has counted. */
  public long deadlocks() throws SQLException {
    try (Connection chief = chief()) {
      return numbers(chief, kind.deadlocks()).stream().findFirst().orElse(0L);
    }
  }

  /** Does something to each table that applications have made. */
  public void toTables(String order) throws SQLException {
    try (Connection chief = chief();
        Statement statement = chief.createStatement()) {
      List<String> tables = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery(kind.tables())) {
        while (rows.next()) {
          tables.add(rows.getString(1));
        }
      }
      for (String table : tables) {
        statement.execute(order + table);
      }
    }
  }

  /** Runs one statement. */
  public static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The first number of each row. */
  public static List<Long> numbers(Connection connection, String sql) throws SQLException {
    List<Long> numbers = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        numbers.add(rows.getLong(1));
      }
    }
    return numbers;
  }

  /** The server and all processes that it has started. */
  private List<ProcessHandle> all() {
    Process running = process;
    return running == null
        ? List.of()
        : Stream.concat(Stream.of(running.toHandle()), running.descendants()).toList();
  }

  @Override
  public void kill() {
    List<ProcessHandle> all = all();
    all.forEach(ProcessHandle::destroyForcibly);
    for (ProcessHandle each : all) {
      try {
        each.onExit().get(20, TimeUnit.SECONDS);
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      } catch (java.util.concurrent.ExecutionException
          | java.util.concurrent.TimeoutException still) {
        // The next start will tell.
      }
    }
  }

  @Override
  public void pause() throws IOException {
    Signals.send("STOP", all());
    Signals.send("STOP", all()); // Those too that it was just starting.
  }

  @Override
  public void resume() throws IOException {
    Signals.send("CONT", all());
  }

  @Override
  public void restartIn(Map<String, String> environment) throws IOException {
    kill();
    this.environment = Map.copyOf(environment);
    start();
  }

  @Override
  public String version() throws IOException {
    try (Connection chief = chief()) {
      var data = chief.getMetaData();
      return data.getDatabaseProductName() + " " + data.getDatabaseProductVersion();
    } catch (SQLException refused) {
      throw new IOException(refused);
    }
  }

  @Override
  public void close() {
    kill();
  }
}
