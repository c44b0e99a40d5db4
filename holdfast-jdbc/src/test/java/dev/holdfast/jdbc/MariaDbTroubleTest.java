package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** Trouble with MariaDB. */
@Tag("rest")
class MariaDbTroubleTest extends ServerTroubleTests {
  MariaDbTroubleTest() {
    super(SharedMariaDb.IT);
  }
}
