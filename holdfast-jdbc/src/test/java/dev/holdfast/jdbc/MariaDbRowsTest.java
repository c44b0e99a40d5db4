package dev.holdfast.jdbc;

/** Rows on MariaDB. */
class MariaDbRowsTest extends ServerRowsTests {
  MariaDbRowsTest() {
    super(MariaDbServer.IT);
  }

  @Override
  String tidying() {
    return "SELECT GET_LOCK(CONCAT('hf-tidy-', MD5(DATABASE())), 0)";
  }
}
