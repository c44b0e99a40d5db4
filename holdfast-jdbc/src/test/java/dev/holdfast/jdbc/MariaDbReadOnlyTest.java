package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** A MariaDB that is read-only. */
@Tag("rest")
class MariaDbReadOnlyTest extends MySqlReadOnlyTests {
  MariaDbReadOnlyTest() {
    super(SharedMariaDb.IT);
  }
}
