package dev.holdfast.jdbc;

/** Rows on MySQL. */
class MySqlRowsTest extends ServerRowsTests {
  MySqlRowsTest() {
    super(MySqlServer.it());
  }
}
