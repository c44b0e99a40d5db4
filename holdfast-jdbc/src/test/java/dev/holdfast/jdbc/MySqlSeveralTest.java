package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** Several names on MySQL. */
@Tag("rest")
class MySqlSeveralTest extends ServerSeveralTests {
  MySqlSeveralTest() {
    super(SharedMySql.it());
  }
}
