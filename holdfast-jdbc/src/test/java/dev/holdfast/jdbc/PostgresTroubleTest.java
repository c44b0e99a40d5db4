package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** Trouble with PostgreSQL. */
@Tag("rest")
class PostgresTroubleTest extends ServerTroubleTests {
  PostgresTroubleTest() {
    super(SharedPostgres.IT);
  }
}
