package dev.holdfast.jdbc;

/** A MariaDB that is read-only. */
class MariaDbReadOnlyTest extends MySqlReadOnlyTests {
  MariaDbReadOnlyTest() {
    super(MariaDbServer.IT);
  }
}
