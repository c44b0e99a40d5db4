package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.database.Database;
import dev.holdfast.lab.database.DatabaseServer;
import dev.holdfast.lab.episode.Rig;
import java.sql.Connection;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** The faults of database servers, and which of the others can be made there. */
public final class DatabaseFaults {
  /** What they are listed under. */
  static final String GROUP = "database";

  /** Longer than an episode. */
  private static final int ONCE_MILLIS = 600_000;

  private static final String LISTENERS = "db-end-listeners";

  /** Those of networks that need not know what is spoken. */
  static final Set<String> OF_NETWORKS =
      Set.of(
          "slow",
          "very-slow",
          "drip",
          "partition",
          "deaf",
          "no-connections",
          "lost-replies",
          "lost-requests");

  /** MariaDB ends itself when its clock is past 2038. */
  private static final String ENDS_MARIADB = "clock-2041";

  private static final Set<String> OF_SERVERS =
      Set.of(
          "stop-server",
          "restart-server",
          "clock-jump",
          "clock-behind",
          "clock-ahead",
          "clock-2041");

  private static final List<Fault> ALL =
      List.of(
          fault(
              "db-end-sessions",
              "the database ends its clients' sessions",
              () -> ended("all sessions are ended", 150, false)),
          fault(
              LISTENERS,
              "PostgreSQL ends the sessions that listen",
              () -> ended("sessions that listen are ended", 100, true)),
          fault(
              "db-locked-rows",
              "somebody locks all rows for a while",
              () -> new Meddler<>(Rig::database, "all rows are locked", 10, Rudeness::lockRows)),
          wiped("db-emptied", "all tables of the locks are emptied", "DELETE FROM "),
          wiped("db-dropped", "all tables of the locks are dropped", "DROP TABLE "),
          fault("db-deadlocks", "somebody locks rows in another order", Deadlocks::new),
          fault("db-read-only", "the database is read-only", ReadOnlyDatabase::new),
          fault(
              "db-no-room",
              "the database takes no more connections, and ends those that there are",
              () ->
                  new Meddler<>(
                      Rig::database, "all connections are taken", 10, Rudeness::takeConnections)));

  private DatabaseFaults() {}

  private static Fault fault(String id, String sentence, Supplier<Nemesis> make) {
    return new Fault(id, GROUP, sentence, true, make);
  }

  /** Once: what begins anew is left in peace. */
  private static Fault wiped(String id, String sentence, String order) {
    return new Fault(
        id,
        GROUP,
        sentence,
        false,
        () ->
            new Meddler<>(
                Rig::database,
                sentence,
                ONCE_MILLIS,
                (server, random, over) -> server.toTables(order)));
  }

  private static Nemesis ended(String sentence, int everyMillis, boolean listeners) {
    return new Meddler<>(
        Rig::database,
        sentence,
        everyMillis,
        (server, random, over) -> {
          try (Connection chief = server.chief()) {
            DatabaseServer.endSessions(chief, server.kind(), listeners);
          }
        });
  }

  /** All of them. */
  static List<Fault> all() {
    return ALL;
  }

  /** Whether it, or one of the two that it is of, is among them. */
  public static boolean has(Fault fault) {
    return parts(fault).stream().anyMatch(id -> ALL.stream().anyMatch(f -> f.id().equals(id)));
  }

  /** Whether it, or both that it is of, can be made on this database. */
  public static boolean arePossible(Fault fault, Database database) {
    return parts(fault).stream().allMatch(id -> isPossible(Faults.named(id), database));
  }

  private static boolean isPossible(Fault fault, Database database) {
    boolean listens = database.listeners().isPresent();
    return switch (fault.group()) {
      case "none", "clients" -> true;
      case "network" ->
          OF_NETWORKS.contains(fault.id()) || (listens && fault.id().equals("no-pushes"));
      case "server" ->
          OF_SERVERS.contains(fault.id())
              && !(database == Database.MARIADB && fault.id().equals(ENDS_MARIADB));
      case GROUP -> listens || !fault.id().equals(LISTENERS);
      default -> false;
    };
  }

  private static List<String> parts(Fault fault) {
    return List.of(fault.id().split("\\+", -1));
  }
}
