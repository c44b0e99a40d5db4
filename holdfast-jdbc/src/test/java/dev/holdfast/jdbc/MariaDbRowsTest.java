package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** Rows on MariaDB. */
@Tag("rest")
class MariaDbRowsTest extends ServerRowsTests {
  MariaDbRowsTest() {
    super(SharedMariaDb.IT);
  }

  @Override
  String tidying() {
    return "SELECT GET_LOCK(CONCAT('holdfast_tidy', LEFT(SHA2(DATABASE(), 256), 40)), 0)";
  }
}
