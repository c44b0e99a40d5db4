package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** Races on MariaDB. */
@Tag("rest")
class MariaDbRaceTest extends ServerRaceTests {
  MariaDbRaceTest() {
    super(SharedMariaDb.IT);
  }
}
