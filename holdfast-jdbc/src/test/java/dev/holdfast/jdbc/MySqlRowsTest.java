package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** Rows on MySQL. */
@Tag("rest")
class MySqlRowsTest extends ServerRowsTests {
  MySqlRowsTest() {
    super(SharedMySql.it());
  }
}
