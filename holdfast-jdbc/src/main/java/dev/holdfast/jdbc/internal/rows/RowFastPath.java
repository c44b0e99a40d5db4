package dev.holdfast.jdbc.internal.rows;

import dev.holdfast.jdbc.internal.database.Statements;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Standing;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The usual cases of a batch of keep-alives, by statements for many attempts at once, each of them
 * a transaction by itself. What they do not find is left to the longer way.
 */
final class RowFastPath {
  /** The most attempts in one statement, a power of two. */
  private static final int MOST = 256;

  private final Statements statements;
  private final RowSql sql;
  private final String namespace;

  RowFastPath(Statements statements, RowSql sql, String namespace) {
    this.statements = statements;
    this.sql = sql;
    this.namespace = namespace;
  }

  /** An attempt at a name. */
  record Key(String name, String attempt) {
    static Key of(KeepAlive request) {
      return new Key(request.name(), request.attempt());
    }

    /** What a row says in its first two columns. */
    private static Key read(ResultSet row) throws SQLException {
      return new Key(new String(row.getBytes(1), StandardCharsets.UTF_8), row.getString(2));
    }
  }

  /**
   * What the tables say to those attempts that wait in the usual case: another attempt holds the
   * name alone. The statement asks for nothing that such a place does not depend on.
   */
  Map<Key, NameSnapshot> look(List<KeepAlive.Place> places) throws SQLException {
    Map<Key, NameSnapshot> found = new HashMap<>();
    if (!sql.looksAtMany || places.size() == 1) {
      return found;
    }
    for (List<KeepAlive.Place> part : parts(places)) {
      List<Object> arguments = new ArrayList<>(2 * part.size() + 1);
      for (KeepAlive.Place place : part) {
        arguments.add(place.name().getBytes(StandardCharsets.UTF_8));
        arguments.add(place.attempt());
      }
      arguments.add(namespace);
      statements
          .all(
              sql.places(part.size()),
              row -> Map.entry(Key.read(row), NameSnapshot.readPlace(row)),
              arguments.toArray())
          .forEach(row -> found.put(row.getKey(), row.getValue()));
    }
    return found;
  }

  /**
   * Renews holds in the usual case: exclusive, used today, and not waited for.
   *
   * @return where those stand that were renewed
   */
  Map<Key, Standing> renew(List<KeepAlive.Hold> holds) throws SQLException {
    Map<Long, List<KeepAlive.Hold>> byLease = new HashMap<>();
    for (KeepAlive.Hold hold : holds) {
      byLease.computeIfAbsent(hold.leaseMillis(), lease -> new ArrayList<>()).add(hold);
    }
    Map<Key, Standing> renewed = new HashMap<>();
    for (Map.Entry<Long, List<KeepAlive.Hold>> each : byLease.entrySet()) {
      for (List<KeepAlive.Hold> part : parts(each.getValue())) {
        renew(each.getKey(), part, renewed);
      }
    }
    return renewed;
  }

  /*
   * Two statements: one renews, one tells what is left. The second has all the conditions of the
   * first, so it passes over what the first one did; and it tells what is left then, whatever has
   * happened in between, so it never promises more than there is.
   */
  private void renew(long leaseMillis, List<KeepAlive.Hold> holds, Map<Key, Standing> renewed)
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
            row -> new Row(Key.read(row), row.getLong(3), Math.max(0, row.getLong(4))),
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

  private record Row(Key key, long stamp, long leftMillis) {}

  /**
   * Parts a batch into those of one statement each. There are few sizes, so that there are few
   * statements to prepare: the last attempt fills up what is left.
   */
  private static <T> List<List<T>> parts(List<T> batch) {
    List<List<T>> parts = new ArrayList<>();
    for (int from = 0; from < batch.size(); from += MOST) {
      parts.add(filled(batch.subList(from, Math.min(from + MOST, batch.size()))));
    }
    return parts;
  }

  private static <T> List<T> filled(List<T> some) {
    int size = Math.max(1, Integer.highestOneBit(2 * some.size() - 1));
    List<T> filled = new ArrayList<>(some);
    filled.addAll(Collections.nCopies(size - some.size(), some.get(some.size() - 1)));
    return filled;
  }
}
