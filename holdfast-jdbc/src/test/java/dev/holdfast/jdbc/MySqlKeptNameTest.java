package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** Names that are kept on MySQL. */
@Tag("rest")
class MySqlKeptNameTest extends ServerKeptNameTests {
  MySqlKeptNameTest() {
    super(SharedMySql.it());
  }
}
