package dev.holdfast.jdbc;

/** Rows on MariaDB. */
class MariaDbRowsTest extends ServerRowsTests {
  MariaDbRowsTest() {
    super(MariaDbServer.IT);
  }
}
