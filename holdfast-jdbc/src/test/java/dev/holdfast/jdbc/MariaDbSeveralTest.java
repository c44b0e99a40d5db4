package dev.holdfast.jdbc;

/** Several names on MariaDB. */
class MariaDbSeveralTest extends ServerSeveralTests {
  MariaDbSeveralTest() {
    super(MariaDbServer.IT);
  }
}
