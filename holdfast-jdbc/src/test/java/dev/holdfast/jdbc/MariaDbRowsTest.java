package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** Rows on MariaDB. */
@Tag("rest")
class MariaDbRowsTest extends ServerRowsTests {
  MariaDbRowsTest() {
    super(SharedMariaDb.IT);
  }
}
