package dev.holdfast.jdbc;

/** Races on MySQL. */
class MySqlRaceTest extends ServerRaceTests {
  MySqlRaceTest() {
    super(MySqlServer.it());
  }
}
