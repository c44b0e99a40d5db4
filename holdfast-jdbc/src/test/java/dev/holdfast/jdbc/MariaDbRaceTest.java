package dev.holdfast.jdbc;

/** Races on MariaDB. */
class MariaDbRaceTest extends ServerRaceTests {
  MariaDbRaceTest() {
    super(MariaDbServer.IT);
  }
}
