package dev.holdfast.lab.nemesis;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.lab.database.Database;
import dev.holdfast.lab.database.DatabaseServer;
import dev.holdfast.lab.episode.Rig;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is said to be wrong with a database is wrong, and is well again afterwards. */
@Tag("rest")
final class DatabaseFaultsTest {
  private static final String LISTEN = "LISTEN something";
  private static final String MINE = "SELECT stamp FROM holdfast_lock ";

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(names = {"POSTGRES", "MARIADB"})
  void aFaultIsAFault(Database kind) throws Exception {
    assumeTrue(kind.obstacle().isEmpty(), kind.obstacle());
    try (Rig rig = new Rig(folder)) {
      rig.goTo("holdfast-" + kind.word());
      DatabaseServer server = rig.database();
      makeRows(server);
      sessionsEnd(rig, server);
      rowsAreLocked(rig, server);
      nothingCanBeWritten(rig, server);
      thereIsNoRoom(rig, server);
      thereAreDeadlocks(rig, server);
      if (Faults.obstacle(Faults.named("clock-jump")).isEmpty()) {
        theClockJumps(rig, server);
      }
    }
  }

  private static void makeRows(DatabaseServer server) throws InterruptedException {
    try (Holdfast client = Holdfast.connect(server.kind().url("127.0.0.1", server.port()));
        Lease one = client.mutex("one").acquire();
        Lease two = client.mutex("two").acquire()) {
      assertTrue(one.isHeld() && two.isHeld());
    }
  }

  private interface Look {
    void look() throws Exception;
  }

  /** Looks while it is wrong. */
  private static void during(Rig rig, String fault, Look look) throws Exception {
    Nemesis nemesis = Faults.named(fault).make().get();
    nemesis.prepare(rig, new SplittableRandom(1));
    nemesis.inject(rig, new SplittableRandom(1));
    try {
      look.look();
    } finally {
      nemesis.heal(rig);
    }
    nemesis.restore(rig);
  }

  private static void sessionsEnd(Rig rig, DatabaseServer server) throws Exception {
    try (Connection session = server.application()) {
      during(
          rig,
          "db-end-sessions",
          () -> await("the session ended", () -> !works(session, "SELECT 1")));
    }
    if (server.kind().listeners().isPresent()) {
      try (Connection listener = server.application();
          Connection other = server.application()) {
        DatabaseServer.execute(listener, LISTEN);
        during(
            rig,
            "db-end-listeners",
            () -> await("the listener's session ended", () -> !works(listener, LISTEN)));
        assertTrue(works(other, "SELECT 1"), "only those that listen end");
      }
    }
  }

  private static void rowsAreLocked(Rig rig, DatabaseServer server) throws Exception {
    String look = MINE + "FOR UPDATE NOWAIT";
    during(rig, "db-locked-rows", () -> await("rows were locked", () -> !works(server, look)));
    assertTrue(works(server, look));
  }

  private static void nothingCanBeWritten(Rig rig, DatabaseServer server) throws Exception {
    String write = "UPDATE holdfast_layout SET version = version";
    assertTrue(works(server, write));
    during(rig, "db-read-only", () -> await("it was read-only", () -> !works(server, write)));
    await("it could be written again", () -> works(server, write));
  }

  private static void thereIsNoRoom(Rig rig, DatabaseServer server) throws Exception {
    during(rig, "db-no-room", () -> await("all was taken", () -> !works(server, "SELECT 1")));
    await("there was room again", () -> works(server, "SELECT 1"));
  }

  private static void thereAreDeadlocks(Rig rig, DatabaseServer server) throws Exception {
    long before = server.deadlocks();
    during(
        rig,
        "db-deadlocks",
        () ->
            await(
                "a deadlock was counted",
                () -> {
                  lockInOrder(server);
                  return server.deadlocks() > before;
                }));
  }

  private static void lockInOrder(DatabaseServer server) throws SQLException {
    try (Connection connection = server.application()) {
      connection.setAutoCommit(false);
      try {
        DatabaseServer.execute(connection, MINE + "ORDER BY namespace, name LIMIT 1 FOR UPDATE");
        LockSupport.parkNanos(5_000_000);
        DatabaseServer.execute(connection, MINE + "ORDER BY namespace, name FOR UPDATE");
      } catch (SQLException victim) {
        // Somebody has to be it.
      }
      connection.rollback();
    }
  }

  private static void theClockJumps(Rig rig, DatabaseServer server) throws Exception {
    during(
        rig,
        "clock-jump",
        () -> assertTrue(Math.abs(ahead(server)) > 50, () -> "it is right, but for a moment"));
    assertTrue(Math.abs(ahead(server)) < 50, () -> "it did not jump back");
  }

  /**
   * By how many milliseconds the server's clock is ahead of ours: as the quickest of several looks
   * says, since one that is held up between the two clocks says nothing.
   */
  private static long ahead(DatabaseServer server) throws SQLException {
    String clock =
        server.kind() == Database.POSTGRES
            ? "SELECT 1000 * EXTRACT(EPOCH FROM clock_timestamp())"
            : "SELECT 1000 * UNIX_TIMESTAMP(SYSDATE(3))";
    long quickest = Long.MAX_VALUE;
    long ahead = 0;
    try (Connection connection = server.application();
        Statement statement = connection.createStatement()) {
      for (int i = 0; i < 5; i++) {
        long before = System.currentTimeMillis();
        try (ResultSet rows = statement.executeQuery(clock)) {
          rows.next();
          long theirs = Math.round(rows.getDouble(1));
          long took = System.currentTimeMillis() - before;
          if (took < quickest) {
            quickest = took;
            ahead = theirs - before - took / 2;
          }
        }
      }
    }
    return ahead;
  }

  private static boolean works(DatabaseServer server, String sql) {
    try (Connection connection = server.application()) {
      return works(connection, sql);
    } catch (SQLException refused) {
      return false;
    }
  }

  private static boolean works(Connection connection, String sql) {
    try {
      DatabaseServer.execute(connection, sql);
      return true;
    } catch (SQLException refused) {
      return false;
    }
  }

  private static void await(String what, Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + 20_000_000_000L;
    while (!condition.call()) {
      assertTrue(System.nanoTime() < end, () -> "it never came to pass that " + what);
      LockSupport.parkNanos(5_000_000);
    }
  }
}
