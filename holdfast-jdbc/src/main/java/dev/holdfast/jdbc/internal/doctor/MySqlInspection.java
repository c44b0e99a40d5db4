package dev.holdfast.jdbc.internal.doctor;

import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Guarantee;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the settings of MariaDB and MySQL mean for locks. */
final class MySqlInspection {
  private static final Pattern VERSION = Pattern.compile("([0-9]{1,6})\\.([0-9]{1,6}).*");
  private static final String LOST =
      "; the holder of a lock that was undone is told at the next renewal, and until then two clients"
          + " may believe";

  private final PrivilegedQuery query;
  private final boolean mariaDb;

  private MySqlInspection(PrivilegedQuery query, boolean mariaDb) {
    this.query = query;
    this.mariaDb = mariaDb;
  }

  static List<Finding> of(PrivilegedQuery query, boolean mariaDb, @Nullable String refusal) {
    MySqlInspection inspection = new MySqlInspection(query, mariaDb);
    List<Finding> findings = new ArrayList<>();
    findings.add(inspection.version());
    if (refusal != null) {
      findings.add(Finding.problem("database", refusal, "no lock can be taken", "name a database"));
    }
    findings.add(inspection.role());
    inspection.galera().ifPresent(findings::add);
    findings.add(inspection.disk());
    inspection.binaryLog().ifPresent(findings::add);
    inspection.engine().ifPresent(findings::add);
    inspection.waits().ifPresent(findings::add);
    findings.add(inspection.connections());
    return findings;
  }

  private Optional<String> variable(String name) {
    return query.text("SHOW VARIABLES LIKE '" + name + "'", 2);
  }

  private Optional<Long> status(String name) {
    return query.text("SHOW GLOBAL STATUS LIKE '" + name + "'", 2).flatMap(PrivilegedQuery::parse);
  }

  private boolean is(String name, String value) {
    return variable(name).filter(value::equalsIgnoreCase).isPresent();
  }

  private Finding version() {
    String version = query.text("SELECT VERSION()").orElse("");
    String product = mariaDb ? "MariaDB" : "MySQL";
    String seen = version.contains(product) ? version : product + " " + version;
    String needed = mariaDb ? "10.6" : "8.0";
    Matcher parts = VERSION.matcher(version);
    boolean enough = false;
    if (parts.matches()) {
      int major = Integer.parseInt(parts.group(1));
      int minor = Integer.parseInt(parts.group(2));
      enough = mariaDb ? major > 10 || (major == 10 && minor >= 6) : major >= 8;
    }
    String lower = version.toLowerCase(Locale.ROOT);
    if (lower.contains("tidb") || lower.contains("vitess")) {
      return Finding.problem(
          "version",
          version,
          "a database that speaks like MySQL; what it promises of locked rows is its own, and"
              + " nothing was tested",
          "use MySQL or MariaDB");
    }
    return enough
        ? Finding.ok("version", seen, "has all that is needed (" + needed + " or later)")
        : Finding.problem(
            "version", seen, "too old", "use " + product + " " + needed + " or later");
  }

  private Finding role() {
    if (is("innodb_read_only", "ON") || is("super_read_only", "ON")) {
      return readOnly("the server is read-only for everybody");
    }
    // MariaDB has more words than these since 12.
    if (variable("read_only").filter(v -> !v.equalsIgnoreCase("OFF")).isPresent()) {
      return readOnly("the server is read_only (users with special rights may write)");
    }
    if (is("transaction_read_only", "ON") || is("tx_read_only", "ON")) {
      return readOnly("transactions of this session are read-only");
    }
    Optional<List<String>> sources =
        query.texts("SHOW REPLICA STATUS").or(() -> query.texts("SHOW SLAVE STATUS"));
    if (sources.isPresent() && !sources.get().isEmpty()) {
      return Finding.problem(
              "role",
              "a replica that can be written",
              "its locks are between its own clients only, and its primary's writes may meet them",
              "name the primary")
          .limit(Guarantee.C2, "some clients use the primary and others the replica");
    }
    if (is("log_bin", "OFF")) {
      return Finding.ok("role", "a primary without a binary log", "there are no replicas");
    }
    return Finding.note(
            "role",
            "a primary with a binary log; whether replicas read it is not looked at",
            "a replica that is promoted may have missed the last grants" + LOST)
        .limit(Guarantee.C2, "a replica is promoted, if there is one");
  }

  private static Finding readOnly(String seen) {
    return Finding.problem(
        "role", seen, "no lock can be taken here", "name the primary, or set read_only = OFF");
  }

  private Optional<Finding> galera() {
    if (!is("wsrep_on", "ON")) {
      return Optional.empty();
    }
    long nodes = status("wsrep_cluster_size").orElse(-1L);
    return Optional.of(
        Finding.warning(
                "Galera",
                "a node of a cluster of " + (nodes < 0 ? "a size that cannot be seen" : nodes + ""),
                "each node has a clock of its own, and reads what others committed a little later:"
                    + " nothing is claimed for clients on several nodes",
                "let all clients of a namespace use one node")
            .limit(Guarantee.C1, "clients use several nodes")
            .limit(Guarantee.C2, "clients use several nodes, or another node takes over"));
  }

  private Finding disk() {
    Optional<String> flush = variable("innodb_flush_log_at_trx_commit");
    boolean logs = is("log_bin", "ON");
    Optional<String> sync = variable("sync_binlog");
    if (flush.isEmpty()) {
      return Finding.note(
              "disk", "cannot be seen", "unless commits wait for it, a crash undoes some")
          .limit(Guarantee.C2, "the server crashes (whether it waits for its disk cannot be seen)");
    }
    String seen =
        "innodb_flush_log_at_trx_commit = "
            + flush.get()
            + (logs ? ", sync_binlog = " + sync.orElse("cannot be seen") : "");
    if (!flush.get().equals("1")) {
      boolean process = flush.get().equals("0");
      return Finding.warning(
              "disk",
              seen,
              "a crash of "
                  + (process ? "the server" : "its machine")
                  + " undoes the commits of the last second or so"
                  + LOST,
              "SET GLOBAL innodb_flush_log_at_trx_commit = 1, and in the configuration file")
          .limit(
              Guarantee.C2,
              (process ? "the server" : "the server's machine") + " crashes (commits are lost)");
    }
    if (logs && sync.filter("1"::equals).isEmpty()) {
      return Finding.warning(
              "disk",
              seen,
              "a crash of the machine may leave commits out of the binary log, and undo them"
                  + LOST,
              "SET GLOBAL sync_binlog = 1, and in the configuration file")
          .limit(Guarantee.C2, "the server's machine crashes (sync_binlog is not 1)");
    }
    return Finding.ok("disk", seen, "commits wait for it, a crash loses none");
  }

  private Optional<Finding> binaryLog() {
    return is("log_bin", "ON") && is("binlog_format", "STATEMENT")
        ? Optional.of(
            Finding.problem(
                "binary log",
                "binlog_format = STATEMENT",
                "the database refuses the transactions that locks need (READ COMMITTED)",
                "SET GLOBAL binlog_format = ROW (or MIXED)"))
        : Optional.empty();
  }

  private Optional<Finding> engine() {
    return query
        .texts(
            "SELECT CONCAT(table_name, ': ', engine) FROM information_schema.tables WHERE"
                + " table_schema = DATABASE() AND table_name LIKE 'holdfast\\_%'"
                + " AND engine <> 'InnoDB'")
        .filter(other -> !other.isEmpty())
        .map(
            other ->
                Finding.problem(
                        "engine",
                        String.join(", ", other),
                        "only InnoDB keeps what belongs together together; on another engine two may"
                            + " get one lock",
                        "ALTER TABLE … ENGINE = InnoDB, for each of them")
                    .limit(Guarantee.C2, "two ask at a time (the tables are not InnoDB)")
                    .limit(Guarantee.C1, "two ask at a time (the tables are not InnoDB)"));
  }

  private Optional<Finding> waits() {
    return variable("innodb_lock_wait_timeout")
        .flatMap(PrivilegedQuery::parse)
        .filter(seconds -> !mariaDb && seconds > 3)
        .map(
            seconds ->
                Finding.note(
                        "waits",
                        "innodb_lock_wait_timeout = " + seconds + " s",
                        "a client that waits for a row for longer than 3 s gives up without knowing"
                            + " what came of it")
                    .advise("set it to 1 or 2 for the connections of your pool"));
  }

  private Finding connections() {
    return ConnectionRoom.of(
        status("Threads_connected"), variable("max_connections").flatMap(PrivilegedQuery::parse));
  }
}
