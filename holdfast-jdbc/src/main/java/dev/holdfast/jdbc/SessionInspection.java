package dev.holdfast.jdbc;

import dev.holdfast.spi.Finding;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/** What matters for locks that belong to connections, of what was seen of a server and besides. */
final class SessionInspection {
  /** Subjects that matter for rows only: no lock of a connection waits for a disk or a row. */
  private static final Set<String> OF_ROWS =
      Set.of("disk", "pooler", "binary log", "engine", "waits");

  private SessionInspection() {}

  /** Takes out what is of no concern, and adds what is; whether locks can be tried. */
  static boolean run(Dialect dialect, Sight sight, List<Finding> findings) throws SQLException {
    findings.removeIf(finding -> OF_ROWS.contains(finding.subject()));
    SessionSql sql = SessionSql.of(dialect);
    if (sql == null) {
      findings.add(
          Finding.problem(
              "locks",
              "none that belong to a connection",
              "no lock can be taken",
              "leave out locks=session"));
      return false;
    }
    findings.add(
        sql.endsIdle(sight.statements())
            ? Finding.ok(
                "silence",
                "the server ends connections that are silent for too long",
                "the locks of a client that is cut off are free after sessionSeconds")
            : Finding.note(
                "silence",
                "this server does not end connections that are silent",
                "the locks of a client that is cut off stay until the server's system gives its"
                    + " connection up, which may take hours (tcp_keepalives_idle); use PostgreSQL"
                    + " 14 or later"));
    if (sight.statements().firstLong(LockTables.count(dialect)) == 0) {
      findings.add(
          Finding.ok("tables", "none yet", "the first that takes a session lock here makes them"));
      return false;
    }
    return true;
  }
}
