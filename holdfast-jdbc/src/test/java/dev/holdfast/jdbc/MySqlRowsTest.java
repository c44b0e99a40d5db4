package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** Rows on MySQL. */
@Tag("rest")
class MySqlRowsTest extends ServerRowsTests {
  MySqlRowsTest() {
    super(SharedMySql.it());
  }

  @Override
  String tidying() {
    return "SELECT GET_LOCK(CONCAT('holdfast_tidy', LEFT(SHA2(DATABASE(), 256), 40)), 0)";
  }
}
