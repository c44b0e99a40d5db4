package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.jdbc.internal.database.Dialect;
import dev.holdfast.jdbc.internal.database.PostgresDialect;
import dev.holdfast.jdbc.internal.database.Statements;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rows on PostgreSQL. */
@Tag("rest")
class PostgresRowsTest extends ServerRowsTests {
  PostgresRowsTest() {
    super(SharedPostgres.IT);
  }

  @Override
  String tidying() {
    return "SELECT pg_advisory_lock(5217365834219771240)";
  }

  /** They may be of a time when there were three names, all of them in use. */
  @Test
  void oldNamesAreFoundByTheirIndexWhateverTheStatisticsSay() throws Exception {
    execute("ALTER TABLE holdfast_lock SET (autovacuum_enabled = false)");
    for (String name : List.of("a", "b", "c")) {
      a.release(name, a.take(name));
    }
    execute("ANALYZE holdfast_lock");
    execute(
        "INSERT INTO holdfast_lock SELECT '', CAST(CAST(i AS TEXT) AS BYTEA), 1, 'x', 0, 0, 1, 1"
            + " FROM generate_series(1, 20000) i");
    Dialect dialect = new PostgresDialect();
    String delete =
        dialect.deleteSome(
            "holdfast_lock", "namespace, name", "used_day", "used_day < ? AND expires_ms < ?");
    try (Connection connection = server.dataSource(database).getConnection();
        Statements statements = new Statements(connection)) {
      assertTrue(dialect.beginCleanup(statements));
      String plan =
          String.join(
              "\n", statements.all("EXPLAIN " + delete, row -> row.getString(1), 100L, 100L, 512L));
      dialect.endCleanup(statements);
      assertTrue(plan.contains("Tid Scan"), plan);
      assertTrue(plan.contains("Index Scan using holdfast_lock_used"), plan);
      assertFalse(plan.contains("Seq Scan"), plan);
      assertFalse(plan.contains("Sort"), plan);
    }
    long before = number("SELECT COUNT(*) FROM holdfast_lock");
    firstWrite();
    // The name that this client asked for was made meanwhile.
    assertEquals(before + 1 - 512, number("SELECT COUNT(*) FROM holdfast_lock"));
  }
}
