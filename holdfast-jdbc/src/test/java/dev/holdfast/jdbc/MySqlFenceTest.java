package dev.holdfast.jdbc;

/** The guard on MySQL. */
class MySqlFenceTest extends ServerFenceTests {
  MySqlFenceTest() {
    super(SharedMySql.it(), "SET innodb_lock_wait_timeout = 1");
  }
}
