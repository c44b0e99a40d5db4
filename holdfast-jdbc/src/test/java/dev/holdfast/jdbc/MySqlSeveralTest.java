package dev.holdfast.jdbc;

/** Several names on MySQL. */
class MySqlSeveralTest extends ServerSeveralTests {
  MySqlSeveralTest() {
    super(MySqlServer.it());
  }
}
