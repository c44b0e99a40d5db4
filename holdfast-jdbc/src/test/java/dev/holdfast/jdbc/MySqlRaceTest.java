package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** Races on MySQL. */
@Tag("rest")
class MySqlRaceTest extends ServerRaceTests {
  MySqlRaceTest() {
    super(SharedMySql.it());
  }
}
