package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** Locks of connections on MariaDB. */
@Tag("rest")
class MariaDbSessionTest extends ServerSessionTests {
  MariaDbSessionTest() {
    super(SharedMariaDb.IT);
  }
}
