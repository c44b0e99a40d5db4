package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** Locked tables of MySQL. */
@Tag("rest")
class MySqlTableLockTest extends ServerTableLockTests {
  MySqlTableLockTest() {
    super(SharedMySql.it());
  }
}
