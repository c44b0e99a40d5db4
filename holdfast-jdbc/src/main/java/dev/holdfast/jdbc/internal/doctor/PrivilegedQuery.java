package dev.holdfast.jdbc.internal.doctor;

import dev.holdfast.jdbc.internal.database.Statements;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Asks a database for what its user may not be allowed to see. */
final class PrivilegedQuery {
  private final Statements statements;

  PrivilegedQuery(Statements statements) {
    this.statements = statements;
  }

  Statements statements() {
    return statements;
  }

  /** The first column of a query's first row; empty if there is none, or it cannot be seen. */
  Optional<String> text(String sql) {
    return text(sql, 1);
  }

  /** A column of a query's first row. */
  Optional<String> text(String sql, int column) {
    try {
      return Optional.ofNullable(statements.first(sql, row -> row.getString(column)));
    } catch (SQLException unseen) {
      return Optional.empty();
    }
  }

  /** A number in a query's first row. */
  Optional<Long> number(String sql) {
    return text(sql).flatMap(PrivilegedQuery::parse);
  }

  static Optional<Long> parse(String text) {
    try {
      return Optional.of(Long.valueOf(text.strip()));
    } catch (NumberFormatException other) {
      return Optional.empty();
    }
  }

  /** The first column of all rows; empty if they cannot be seen. */
  Optional<List<String>> texts(String sql) {
    try {
      return Optional.of(statements.all(sql, row -> String.valueOf(row.getString(1))));
    } catch (SQLException unseen) {
      return Optional.empty();
    }
  }
}
