package dev.holdfast.jdbc;

/** Trouble with MySQL. */
class MySqlTroubleTest extends ServerTroubleTests {
  MySqlTroubleTest() {
    super(MySqlServer.it());
  }
}
