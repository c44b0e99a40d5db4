package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.database.DatabaseServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/** What somebody else may do in a database, so that locks in it are hindered. */
final class Rudeness {
  /** By their tables, those of rows with leases and those of session locks. */
  private static final Map<String, String> LOCKS =
      Map.of(
          "holdfast_lock",
          "SELECT stamp FROM holdfast_lock ORDER BY namespace DESC, name DESC FOR UPDATE",
          "holdfast_session_hold",
          "SELECT stamp FROM holdfast_session_hold ORDER BY lock_key DESC FOR UPDATE");

  private static final Map<String, String> PLACES =
      Map.of(
          "holdfast_queue",
          "SELECT seq FROM holdfast_queue FOR UPDATE",
          "holdfast_session_wait",
          "SELECT seq FROM holdfast_session_wait FOR UPDATE");

  private Rudeness() {}

  /**
   * Locks the rows of the tables that there are: nobody has made those of a kind not played yet.
   */
  private static void lock(Connection connection, Map<String, String> orders) throws SQLException {
    for (Map.Entry<String, String> order : orders.entrySet()) {
      String there =
          "SELECT 1 FROM information_schema.tables WHERE table_name = '" + order.getKey() + "'";
      if (!DatabaseServer.numbers(connection, there).isEmpty()) {
        DatabaseServer.execute(connection, order.getValue());
      }
    }
  }

  /** All rows of locks are locked, for longer than anybody waits for a row, or shorter. */
  static void lockRows(DatabaseServer server, SplittableRandom random, BooleanSupplier over)
      throws SQLException {
    try (Connection connection = server.application()) {
      connection.setAutoCommit(false);
      lock(connection, LOCKS);
      lock(connection, PLACES);
      Meddler.pause(random.nextLong(50_000_000, 2_500_000_000L), over);
      connection.rollback();
    }
  }

  /** Rows are locked in another order than Holdfast's: who waits for whom makes a circle. */
  static void crossRows(DatabaseServer server, SplittableRandom random, BooleanSupplier over)
      throws SQLException {
    try (Connection connection = server.application()) {
      connection.setAutoCommit(false);
      while (!over.getAsBoolean()) {
        if (random.nextBoolean()) {
          lock(connection, PLACES);
          Meddler.pause(random.nextLong(30_000_000), over);
        }
        lock(connection, LOCKS);
        connection.rollback();
        Meddler.pause(random.nextLong(30_000_000), over);
      }
    }
  }

  /** All connections that the server allows are taken, and the others are ended. */
  static void takeConnections(DatabaseServer server, SplittableRandom random, BooleanSupplier over)
      throws SQLException {
    List<Connection> taken = new ArrayList<>();
    try (Connection chief = server.chief()) {
      while (!over.getAsBoolean()) {
        take(server, taken);
        DatabaseServer.endSessions(chief, server.kind(), false);
        Meddler.pause(20_000_000, over);
      }
    } finally {
      for (Connection each : taken) {
        each.close();
      }
    }
  }

  private static void take(DatabaseServer server, List<Connection> taken) {
    try {
      while (taken.size() <= 2 * DatabaseServer.MOST_CONNECTIONS) {
        taken.add(server.chief());
      }
    } catch (SQLException full) {
      // There are no more.
    }
  }
}
