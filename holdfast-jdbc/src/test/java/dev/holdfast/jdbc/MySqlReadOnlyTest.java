package dev.holdfast.jdbc;

/** A MySQL that is read-only. */
class MySqlReadOnlyTest extends MySqlReadOnlyTests {
  MySqlReadOnlyTest() {
    super(MySqlServer.it());
  }
}
