package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** Rows on MySQL. */
@Tag("any-jdk")
class MySqlRowsTest extends ServerRowsTests {
  MySqlRowsTest() {
    super(MySqlServer.it());
  }
}
