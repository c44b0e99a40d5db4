package dev.holdfast.jdbc.internal.doctor;

import dev.holdfast.jdbc.internal.database.Dialect;
import dev.holdfast.jdbc.internal.database.H2Dialect;
import dev.holdfast.jdbc.internal.database.PostgresDialect;
import dev.holdfast.jdbc.internal.database.Schema;
import dev.holdfast.jdbc.internal.database.SqliteDialect;
import dev.holdfast.jdbc.internal.database.Statements;
import dev.holdfast.spi.Finding;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether Holdfast's tables are there, of which layout, and what the user may do with them. */
final class TableChecks {
  private static final String SUBJECT = "tables";
  private static final List<String> TABLES =
      List.of("holdfast_lock", "holdfast_share", "holdfast_queue", "holdfast_mark");
  // None of them finds a row: rights are looked at all the same.
  private static final Map<String, String> TRIES =
      Map.of(
          "SELECT", "SELECT namespace FROM %s WHERE 1 = 0",
          "INSERT", "INSERT INTO %1$s SELECT * FROM %1$s WHERE 1 = 0",
          "UPDATE", "UPDATE %s SET namespace = namespace WHERE 1 = 0",
          "DELETE", "DELETE FROM %s WHERE 1 = 0");

  /** Of MariaDB and MySQL: such a change is refused for its form, once the rights were found. */
  private static final int SAFE_UPDATES = 1175;

  private TableChecks() {}

  /** Adds what it finds; whether locks can be tried. */
  static boolean run(Dialect dialect, PrivilegedQuery query, List<Finding> findings)
      throws SQLException {
    Statements statements = query.statements();
    if (statements.firstLong(dialect.countOfLayoutTables()) == 0) {
      findings.add(missing(dialect, query));
      return false;
    }
    long version = query.number(Schema.LAYOUT).orElse(-1L);
    if (version != Schema.VERSION) {
      findings.add(otherLayout(dialect, version));
      return false;
    }
    List<String> missing = new ArrayList<>();
    boolean seen = true;
    for (String table : TABLES) {
      for (String right : List.of("SELECT", "INSERT", "UPDATE", "DELETE")) {
        Optional<SQLException> refusal =
            refusal(statements, String.format(TRIES.get(right), table));
        if (refusal.isPresent() && dialect.isTransient(refusal.get())) {
          seen = false;
        } else if (refusal.isPresent()) {
          missing.add(right + " on " + table);
        }
      }
    }
    findings.add(
        Finding.ok(SUBJECT, "there, layout version " + version, "as this version needs them"));
    findings.add(rights(missing, seen));
    return missing.isEmpty();
  }

  private static Finding rights(List<String> missing, boolean seen) {
    if (!missing.isEmpty()) {
      return Finding.problem(
          "rights",
          "missing: " + String.join(", ", missing),
          "no lock can be taken without them",
          "GRANT SELECT, INSERT, UPDATE, DELETE on Holdfast's tables, and SELECT on"
              + " holdfast_layout");
    }
    return seen
        ? Finding.ok("rights", "SELECT, INSERT, UPDATE, DELETE on all tables", "all it takes")
        : Finding.note(
            "rights",
            "cannot be seen while the database is read-only or busy",
            "SELECT, INSERT, UPDATE and DELETE on the tables are needed");
  }

  private static Optional<SQLException> refusal(Statements statements, String sql) {
    try {
      statements.run(sql);
      return Optional.empty();
    } catch (SQLException refused) {
      return refused.getErrorCode() == SAFE_UPDATES ? Optional.empty() : Optional.of(refused);
    }
  }

  private static Finding otherLayout(Dialect dialect, long version) {
    if (version < 0) {
      return Finding.problem(
          SUBJECT,
          "holdfast_layout is there, but cannot be read",
          "no lock can be taken without",
          "GRANT SELECT on holdfast_layout");
    }
    String seen =
        "layout version " + version + "; this version of Holdfast knows " + Schema.VERSION;
    if (dialect.change(version) != null) {
      return Finding.note(
          SUBJECT,
          seen,
          "they are changed by the next client that opens them while no lock is held there");
    }
    return Finding.problem(
        SUBJECT,
        seen,
        "this version refuses to work with them",
        version > Schema.VERSION
            ? "use the newer Holdfast that made them"
            : "when no program uses them any more, drop them");
  }

  private static Finding missing(Dialect dialect, PrivilegedQuery query) {
    if (dialect instanceof SqliteDialect) {
      return Finding.note(SUBJECT, "none yet", "they are made by the first client");
    }
    boolean may = mayMake(dialect, query);
    return may
        ? Finding.note(SUBJECT, "none yet", "they are made by the first client, who may do that")
        : Finding.problem(
            SUBJECT,
            "none, and this user has no right to make them",
            "no lock can be taken here",
            "run "
                + dialect.schema()
                + " (docs/sql.md, Tables) as a user that may make tables, or GRANT CREATE");
  }

  private static boolean mayMake(Dialect dialect, PrivilegedQuery query) {
    if (dialect instanceof PostgresDialect) {
      return query
          .text("SELECT has_schema_privilege(current_schema(), 'CREATE')")
          .filter("t"::equals)
          .isPresent();
    }
    if (dialect instanceof H2Dialect) {
      return query
          .text("SELECT is_admin FROM information_schema.users WHERE user_name = CURRENT_USER")
          .filter("TRUE"::equalsIgnoreCase)
          .isPresent();
    }
    String quoted = "CONCAT(\"'\", REPLACE(CURRENT_USER(), '@', \"'@'\"), \"'\")";
    return query
            .number(
                "SELECT (SELECT COUNT(*) FROM information_schema.user_privileges WHERE"
                    + " privilege_type = 'CREATE' AND grantee = "
                    + quoted
                    + ") + (SELECT COUNT(*) FROM information_schema.schema_privileges WHERE"
                    + " privilege_type = 'CREATE' AND DATABASE() LIKE table_schema AND grantee = "
                    + quoted
                    + ")")
            .orElse(0L)
        > 0;
  }
}
