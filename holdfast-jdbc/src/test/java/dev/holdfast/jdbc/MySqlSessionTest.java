package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** Locks of connections on MySQL. */
@Tag("rest")
class MySqlSessionTest extends ServerSessionTests {
  MySqlSessionTest() {
    super(SharedMySql.it());
  }
}
