package dev.holdfast.jdbc.internal.doctor;

import dev.holdfast.jdbc.internal.database.PgWire;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Guarantee;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What PostgreSQL's settings mean for locks. */
final class PostgresInspection {
  private static final String LOST =
      "; the holder of a lock that was undone is told at the next renewal, and until then two clients"
          + " may believe";

  private final PrivilegedQuery query;

  private PostgresInspection(PrivilegedQuery query) {
    this.query = query;
  }

  static List<Finding> of(PrivilegedQuery query, @Nullable String refusal) {
    PostgresInspection inspection = new PostgresInspection(query);
    List<Finding> findings = new ArrayList<>();
    findings.add(inspection.version(refusal));
    findings.add(inspection.role());
    findings.add(inspection.disk());
    findings.add(inspection.pooler());
    findings.add(inspection.connections());
    return findings;
  }

  private Optional<String> setting(String name) {
    return query.text("SELECT setting FROM pg_settings WHERE name = '" + name + "'");
  }

  private boolean isOff(String name) {
    return setting(name).filter("off"::equals).isPresent();
  }

  private Finding version(@Nullable String refusal) {
    String version = setting("server_version").orElse("cannot be seen");
    return refusal == null
        ? Finding.ok("version", "PostgreSQL " + version, "has all that is needed (12 or later)")
        : Finding.problem(
            "version", refusal, "Holdfast refuses to work with it", "use PostgreSQL 12 or later");
  }

  private Finding role() {
    if (query.text("SELECT pg_is_in_recovery()").filter("t"::equals).isPresent()) {
      return Finding.problem(
          "role",
          "a standby",
          "it is read-only: no lock can be taken here until it becomes the primary",
          "name the primary (several hosts: ?targetServerType=primary)");
    }
    if (setting("default_transaction_read_only").filter("on"::equals).isPresent()
        || query.text("SHOW transaction_read_only").filter("on"::equals).isPresent()) {
      return Finding.problem(
          "role",
          "a primary, but transactions of this user or database are read-only",
          "no lock can be taken",
          "ALTER ROLE or ALTER DATABASE … SET default_transaction_read_only = off");
    }
    long standbys = query.number("SELECT COUNT(*) FROM pg_stat_replication").orElse(-1L);
    boolean synchronous =
        setting("synchronous_standby_names").filter(s -> !s.isBlank()).isPresent();
    if (standbys == 0 && !synchronous) {
      return Finding.ok(
          "role",
          "a primary, no standby is connected",
          "there is no failover that this server knows of");
    }
    String seen =
        "a primary with "
            + (standbys < 0 ? "standbys, if any, that cannot be seen" : standbys + " connected")
            + (synchronous ? ", some of them synchronous" : ", asynchronous");
    return synchronous
        ? Finding.note(
                "role",
                seen,
                "a synchronous standby has every commit; another that is promoted may have missed"
                    + " the last grants")
            .limit(Guarantee.C2, "a standby is promoted that is not synchronous")
        : Finding.note(
                "role", seen, "a standby that is promoted may have missed the last grants" + LOST)
            .limit(Guarantee.C2, "a standby is promoted");
  }

  private Finding disk() {
    if (isOff("fsync")) {
      return Finding.problem(
              "disk",
              "fsync is off",
              "a crash of the machine undoes commits that were answered, and may damage the"
                  + " database"
                  + LOST,
              "set fsync = on")
          .limit(Guarantee.C2, "the server's machine crashes (fsync is off)");
    }
    if (isOff("synchronous_commit")) {
      return Finding.warning(
              "disk",
              "synchronous_commit is off",
              "a crash undoes the commits of the last moment" + LOST,
              "ALTER ROLE … SET synchronous_commit = on, for the user of the locks at least")
          .limit(Guarantee.C2, "the server crashes (synchronous_commit is off)");
    }
    if (setting("fsync").isEmpty() || setting("synchronous_commit").isEmpty()) {
      return Finding.note(
              "disk", "cannot be seen", "unless commits wait for it, a crash undoes some")
          .limit(Guarantee.C2, "the server crashes (whether it waits for its disk cannot be seen)");
    }
    return isOff("full_page_writes")
        ? Finding.warning(
            "disk",
            "full_page_writes is off",
            "a crash of the machine may damage pages, unless the file system prevents that",
            "set full_page_writes = on")
        : Finding.ok(
            "disk", "commits wait for it (fsync, synchronous_commit)", "a crash loses none");
  }

  private Finding pooler() {
    try {
      return PgWire.isDirect(query.statements())
          ? Finding.ok("pooler", "none between this machine and the server", "")
          : Finding.note(
              "pooler",
              "something like PgBouncer is between this machine and the server, or another driver",
              "locks work, also with transaction pooling, as they need nothing of a session; whether"
                  + " a waiting client can be told through it, see pushes");
    } catch (SQLException unseen) {
      return Finding.note("pooler", "whether one is between cannot be seen", "locks work with one");
    }
  }

  private Finding connections() {
    Optional<Long> most = setting("max_connections").flatMap(PrivilegedQuery::parse);
    Optional<Long> used =
        query.number("SELECT COUNT(*) FROM pg_stat_activity WHERE datid IS NOT NULL");
    return ConnectionRoom.of(used, most);
  }
}
