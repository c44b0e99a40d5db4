package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** Rows on MySQL. */
@Tag("any-jdk")
class MySqlRowsTest extends ServerRowsTests {
  MySqlRowsTest() {
    super(MySqlServer.it());
  }

  @Override
  String tidying() {
    return "SELECT GET_LOCK(CONCAT('hf-tidy-', MD5(DATABASE())), 0)";
  }
}
