package dev.holdfast.jdbc;

/** The guard on MariaDB. */
class MariaDbFenceTest extends ServerFenceTests {
  MariaDbFenceTest() {
    super(SharedMariaDb.IT, "SET innodb_lock_wait_timeout = 1");
  }
}
