package dev.holdfast.jdbc;

import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Standing;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Renews the holds of a batch in the usual case: exclusive, used today, and not waited for. Two
 * statements for many holds, each a transaction by itself: one renews, one tells what is left. What
 * they do not find is left to the longer way.
 */
final class RowRenewFastPath {
  /*
   * The second statement has all the conditions of the first, so it passes over what the first one
   * did; and it tells what is left then, whatever has happened in between, so it never promises
   * more than there is.
   */

  private final Statements statements;
  private final Sql sql;
  private final String namespace;

  RowRenewFastPath(Statements statements, Sql sql, String namespace) {
    this.statements = statements;
    this.sql = sql;
    this.namespace = namespace;
  }

  /** Where those stand that were renewed. */
  Map<ManyAtOnce.Key, Standing> renew(List<KeepAlive.Hold> holds) throws SQLException {
    Map<Long, List<KeepAlive.Hold>> byLease = new HashMap<>();
    for (KeepAlive.Hold hold : holds) {
      byLease.computeIfAbsent(hold.leaseMillis(), lease -> new ArrayList<>()).add(hold);
    }
    Map<ManyAtOnce.Key, Standing> renewed = new HashMap<>();
    for (Map.Entry<Long, List<KeepAlive.Hold>> each : byLease.entrySet()) {
      for (List<KeepAlive.Hold> part : ManyAtOnce.parts(each.getValue())) {
        renew(each.getKey(), part, renewed);
      }
    }
    return renewed;
  }

  private void renew(
      long leaseMillis, List<KeepAlive.Hold> holds, Map<ManyAtOnce.Key, Standing> renewed)
      throws SQLException {
    int size = holds.size();
    List<Object> arguments = new ArrayList<>();
    arguments.add(leaseMillis);
    arguments.add(namespace);
    holds.forEach(hold -> arguments.add(hold.name().getBytes(StandardCharsets.UTF_8)));
    holds.forEach(hold -> arguments.add(hold.attempt()));
    Object[] all = arguments.toArray();
    if (statements.update(sql.renewAlone(size), all) == 0) {
      return;
    }
    List<Row> rows =
        statements.all(
            sql.renewedAlone(size),
            row -> new Row(ManyAtOnce.Key.read(row), row.getLong(3), Math.max(0, row.getLong(4))),
            Arrays.copyOfRange(all, 1, all.length));
    for (Row row : rows) {
      try {
        renewed.put(row.key, new Standing.Holding(row.stamp, row.leftMillis, false));
      } catch (IllegalArgumentException noToken) {
        // The longer way says so of this name, and the others are renewed.
        renewed.remove(row.key);
      }
    }
  }

  private record Row(ManyAtOnce.Key key, long stamp, long leftMillis) {}
}
