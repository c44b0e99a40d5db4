package dev.holdfast.jdbc.internal.doctor;

import dev.holdfast.jdbc.internal.connection.Connections;
import dev.holdfast.jdbc.internal.database.Dialect;
import dev.holdfast.jdbc.internal.session.LockTables;
import dev.holdfast.jdbc.internal.session.PoolerCheck;
import dev.holdfast.jdbc.internal.session.SessionLength;
import dev.holdfast.jdbc.internal.session.SessionSql;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Guarantee;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What matters for locks that belong to connections, of what was seen of a server and besides. */
final class SessionInspection {
  /** Subjects that matter for rows only: no lock of a connection waits for a disk or a row. */
  private static final Set<String> OF_ROWS =
      Set.of("disk", "pooler", "binary log", "engine", "waits");

  private SessionInspection() {}

  /** Takes out what is of no concern, and adds what is; whether locks can be tried. */
  static boolean run(
      Dialect dialect,
      Connections connections,
      SessionLength length,
      PrivilegedQuery query,
      List<Finding> findings)
      throws SQLException {
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
        Finding.ok(
                "sessions",
                "the server frees a lock when the session that has it ends",
                "if the server or a proxy ends one (KILL, an idle timeout, a restart), its names are"
                    + " free a moment before the holder hears of it")
            .limit(
                Guarantee.C2,
                "the server or a proxy ends a client's session, or the server restarts"));
    findings.add(
        sql.endsIdle(query.statements())
            ? Finding.ok(
                "silence",
                "the server will end a client's session after "
                    + length.time().toSeconds()
                    + " s of silence (sessionSeconds)",
                "the locks of a client that is cut off are free then")
            : Finding.note(
                "silence",
                "this server does not end connections that are silent",
                "the locks of a client that is cut off stay until the server's system gives its"
                    + " connection up, which may take hours (tcp_keepalives_idle); use PostgreSQL"
                    + " 14 or later"));
    if (query.statements().firstLong(LockTables.count(dialect)) == 0) {
      findings.add(
          Finding.ok("tables", "none yet", "the first that takes a session lock here makes them"));
      if (connections.ownsApart()) {
        lent(connections, sql, query).ifPresent(findings::add);
      }
      return false;
    }
    return true;
  }

  /** Where a lock is tried, this is found out besides. */
  private static Optional<Finding> lent(
      Connections connections, SessionSql sql, PrivilegedQuery query) {
    try {
      PoolerCheck.refuse(connections, sql, query.statements());
      return Optional.empty();
    } catch (SQLException lent) {
      return Optional.of(
          Finding.problem(
              "pooler", String.valueOf(lent.getMessage()), "no lock can be taken here", ""));
    }
  }
}
