package dev.holdfast.jdbc;

import dev.holdfast.spi.KeepAlive;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks at the places of a batch in the usual case: another attempt holds the name alone. One
 * statement for many places, which asks for nothing that such a place does not depend on; what it
 * does not find is left to the longer way.
 */
final class RowLookFastPath {
  private final Statements statements;
  private final Sql sql;
  private final String namespace;

  RowLookFastPath(Statements statements, Sql sql, String namespace) {
    this.statements = statements;
    this.sql = sql;
    this.namespace = namespace;
  }

  /** What the tables say to those attempts that wait in the usual case. */
  Map<ManyAtOnce.Key, NameSnapshot> views(List<KeepAlive.Place> places) throws SQLException {
    Map<ManyAtOnce.Key, NameSnapshot> views = new HashMap<>();
    if (!sql.looksAtMany || places.size() == 1) {
      return views;
    }
    for (List<KeepAlive.Place> part : ManyAtOnce.parts(places)) {
      look(part, views);
    }
    return views;
  }

  private void look(List<KeepAlive.Place> places, Map<ManyAtOnce.Key, NameSnapshot> views)
      throws SQLException {
    List<Object> arguments = new ArrayList<>(2 * places.size() + 1);
    for (KeepAlive.Place place : places) {
      arguments.add(place.name().getBytes(StandardCharsets.UTF_8));
      arguments.add(place.attempt());
    }
    arguments.add(namespace);
    List<Row> rows =
        statements.all(
            sql.places(places.size()),
            row -> new Row(ManyAtOnce.Key.read(row), NameSnapshot.readPlace(row)),
            arguments.toArray());
    rows.forEach(row -> views.put(row.key, row.snapshot));
  }

  private record Row(ManyAtOnce.Key key, NameSnapshot snapshot) {}
}
