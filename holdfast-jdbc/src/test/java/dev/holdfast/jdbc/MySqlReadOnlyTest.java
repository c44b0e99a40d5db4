package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** A MySQL that is read-only. */
@Tag("rest")
class MySqlReadOnlyTest extends MySqlReadOnlyTests {
  MySqlReadOnlyTest() {
    super(SharedMySql.it());
  }
}
