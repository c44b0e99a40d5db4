package dev.holdfast.jdbc;

import dev.holdfast.spi.KeepAlive;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks at the places of a batch in the usual case: another attempt holds the name alone. One
 * statement for many places, which asks for nothing that such a place does not depend on; what it
 * does not find is left to the longer way.
 */
final class LookingAlone {
  /** The most places in one statement, a power of two. */
  static final int MOST = 256;

  private final Statements statements;
  private final Sql sql;
  private final String namespace;

  LookingAlone(Statements statements, Sql sql, String namespace) {
    this.statements = statements;
    this.sql = sql;
    this.namespace = namespace;
  }

  /** An attempt's place in a name's queue. */
  record Key(String name, String attempt) {
    static Key of(KeepAlive.Place place) {
      return new Key(place.name(), place.attempt());
    }
  }

  /** What the tables say to those attempts that wait in the usual case. */
  Map<Key, View> views(List<KeepAlive.Place> places) throws SQLException {
    Map<Key, View> views = new HashMap<>();
    if (!sql.looksAtMany || places.size() == 1) {
      return views;
    }
    for (int from = 0; from < places.size(); from += MOST) {
      look(places.subList(from, Math.min(from + MOST, places.size())), views);
    }
    return views;
  }

  private void look(List<KeepAlive.Place> places, Map<Key, View> views) throws SQLException {
    // So that there are few statements to prepare: the last place fills up what is left.
    int size = Math.max(1, Integer.highestOneBit(2 * places.size() - 1));
    List<KeepAlive.Place> filled = new ArrayList<>(places);
    filled.addAll(Collections.nCopies(size - places.size(), places.get(places.size() - 1)));
    List<Object> arguments = new ArrayList<>(2 * size + 1);
    for (KeepAlive.Place place : filled) {
      arguments.add(place.name().getBytes(StandardCharsets.UTF_8));
      arguments.add(place.attempt());
    }
    arguments.add(namespace);
    List<Row> rows =
        statements.all(
            sql.places(size),
            row ->
                new Row(
                    new Key(new String(row.getBytes(1), StandardCharsets.UTF_8), row.getString(2)),
                    View.readPlace(row)),
            arguments.toArray());
    rows.forEach(row -> views.put(row.key, row.view));
  }

  private record Row(Key key, View view) {}
}
