package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** Trouble with MySQL. */
@Tag("any-jdk")
class MySqlTroubleTest extends ServerTroubleTests {
  MySqlTroubleTest() {
    super(MySqlServer.it());
  }
}
