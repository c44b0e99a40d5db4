package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** Trouble with MySQL. */
@Tag("rest")
class MySqlTroubleTest extends ServerTroubleTests {
  MySqlTroubleTest() {
    super(SharedMySql.it());
  }
}
