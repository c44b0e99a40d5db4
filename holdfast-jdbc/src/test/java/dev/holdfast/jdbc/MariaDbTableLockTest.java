package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** Locked tables of MariaDB. */
@Tag("rest")
class MariaDbTableLockTest extends ServerTableLockTests {
  MariaDbTableLockTest() {
    super(SharedMariaDb.IT);
  }
}
