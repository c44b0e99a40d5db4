package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** Several names on MariaDB. */
@Tag("rest")
class MariaDbSeveralTest extends ServerSeveralTests {
  MariaDbSeveralTest() {
    super(SharedMariaDb.IT);
  }
}
