package dev.holdfast.jdbc;

import static dev.holdfast.jdbc.Diagnoses.find;
import static dev.holdfast.jdbc.Diagnoses.is;
import static dev.holdfast.jdbc.Diagnoses.limits;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.servers.Ports;
import dev.holdfast.servers.PostgresServer;
import dev.holdfast.spi.Diagnosis;
import dev.holdfast.spi.Finding.Level;
import dev.holdfast.spi.Guarantee;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is found of PostgreSQL. */
@Tag("rest")
class PostgresInspectionTest extends ServerInspectionTests {
  /** Each look is an examination, which takes seconds on a busy machine. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  PostgresInspectionTest() {
    super(SharedPostgres.IT);
  }

  @Override
  void makeUser(String name) {
    if (server.number(database, "SELECT COUNT(*) FROM pg_roles WHERE rolname = '" + name + "'")
        == 0) {
      server.execute(database, "CREATE ROLE " + name + " LOGIN");
    }
    if (name.equals("onlooker")) {
      server.execute(database, "DROP TABLE holdfast_layout");
    }
  }

  @Override
  String urlOf(String user) {
    return server.url(database).replace("postgres@", user + "@");
  }

  @Test
  void aPrimaryAloneWithoutAPooler() {
    Diagnosis found = diagnose();
    is(Level.OK, "a primary, no standby", find(found, "role"));
    is(Level.OK, "none between", find(found, "pooler"));
    is(Level.OK, "by NOTIFY", find(found, "pushes"));
  }

  @Test
  void aPoolThatCannotSpareAConnectionToListen() {
    HikariConfig config = new HikariConfig();
    config.setDataSource(server.dataSource(database));
    config.setMaximumPoolSize(1);
    config.setConnectionTimeout(2_000);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      Diagnosis found = Diagnoses.of(JdbcStore.of(pool));
      is(Level.NOTE, "no connection can listen", find(found, "pushes"));
      is(Level.OK, "taken and released", find(found, "a lock"));
    }
  }

  @Test
  void aServerThatDoesNotWaitForItsDisk() throws IOException {
    try (PostgresServer other = start(Databases.directory(), "fsync=off")) {
      String url = "jdbc:postgresql://postgres@" + Ports.HOST + ":" + other.port() + "/postgres";
      limits("fsync", is(Level.PROBLEM, "fsync is off", find(Diagnoses.of(url), "disk")));
    }
  }

  @Test
  void aServerThatWaitsForItsDiskAndRolesThatDoNot() throws Exception {
    try (PostgresServer other = start(Databases.directory(), "max_connections=10")) {
      String url = "jdbc:postgresql://postgres@" + Ports.HOST + ":" + other.port() + "/postgres";
      try (var connection = other.connect("postgres");
          var statement = connection.createStatement()) {
        Diagnosis good = Diagnoses.of(url);
        is(Level.OK, "commits wait", find(good, "disk"));
        assertEquals("holds, but not when the server's clock steps", good.verdict(Guarantee.C2));
        statement.execute("ALTER ROLE postgres SET synchronous_commit = off");
        limits(
            "synchronous_commit",
            is(Level.WARNING, "synchronous_commit is off", find(Diagnoses.of(url), "disk")));
        statement.execute("ALTER ROLE postgres RESET synchronous_commit");
        statement.execute("ALTER SYSTEM SET full_page_writes = off");
        statement.execute("SELECT pg_reload_conf()");
        Server.await(
            PATIENCE,
            () -> {
              var finding = find(Diagnoses.of(url), "disk");
              return finding.level() == Level.WARNING && finding.seen().contains("full_page");
            });
        connectionsThatRunOut(other, url);
      }
    }
  }

  private static void connectionsThatRunOut(PostgresServer other, String url) throws Exception {
    // The server takes a moment to end the connections of the examinations before this one.
    Server.await(
        PATIENCE,
        () -> {
          var finding = find(Diagnoses.of(url), "connections");
          return finding.level() == Level.OK && finding.seen().contains("of at most 10");
        });
    try (var one = other.connect("postgres");
        var two = other.connect("postgres");
        var three = other.connect("postgres");
        var four = other.connect("postgres");
        var five = other.connect("postgres");
        var six = other.connect("postgres")) {
      is(Level.WARNING, "of at most 10", find(Diagnoses.of(url), "connections"));
      assertFalse(one.isClosed() || two.isClosed() || three.isClosed());
      assertFalse(four.isClosed() || five.isClosed() || six.isClosed());
    }
  }

  @Test
  void aStandbyIsAProblem() throws IOException {
    try (PostgresServer standby = start(Databases.directory())) {
      standby.stop();
      Files.createFile(standby.data().resolve("standby.signal"));
      standby.start();
      String url = "jdbc:postgresql://postgres@" + Ports.HOST + ":" + standby.port() + "/postgres";
      is(Level.PROBLEM, "a standby", find(Diagnoses.of(url), "role"));
    }
  }

  private static PostgresServer start(Path folder, String... settings) throws IOException {
    PostgresServer started = new PostgresServer(folder, Ports.free(), List.of(settings));
    started.start();
    return started;
  }

  @Test
  void aUserWhoMayMakeNoTablesIsAProblem() {
    makeUser("guest");
    String empty = server.newDatabase();
    is(
        Level.PROBLEM,
        "no right to make them",
        find(Diagnoses.of(server.url(empty).replace("postgres@", "guest@")), "tables"));
  }

  @Test
  void aDatabaseThatIsReadOnlyIsAProblem() {
    String other = server.newDatabase();
    server.execute(
        server.root(), "ALTER DATABASE " + other + " SET default_transaction_read_only = on");
    Diagnosis found = Diagnoses.of(server.url(other));
    is(Level.PROBLEM, "read-only", find(found, "role"));
  }

  @Test
  void synchronousStandbysThatAreAskedForAreSaid() {
    // Nothing waits for them, as this server does not wait for its disk, either.
    server.execute(server.root(), "ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    server.execute(server.root(), "ALTER SYSTEM SET synchronous_commit = off");
    server.execute(server.root(), "SELECT pg_reload_conf()");
    try {
      Server.await(
          () -> find(diagnose(), "role").seen().contains("0 connected, some of them synchronous"));
    } finally {
      server.execute(server.root(), "ALTER SYSTEM RESET synchronous_standby_names");
      server.execute(server.root(), "ALTER SYSTEM RESET synchronous_commit");
      server.execute(server.root(), "SELECT pg_reload_conf()");
    }
    Server.await(() -> find(diagnose(), "role").level() == Level.OK);
  }
}
