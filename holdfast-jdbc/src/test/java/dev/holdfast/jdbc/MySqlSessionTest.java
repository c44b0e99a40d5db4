package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** Locks of connections on MySQL. */
@Tag("rest")
class MySqlSessionTest extends ServerSessionTests {
  MySqlSessionTest() {
    super(SharedMySql.it());
  }

  @Override
  String kill(long session) {
    return "KILL " + session;
  }

  @Override
  void demote(boolean demoted) {
    SharedMySql.it()
        .execute(SharedMySql.it().root(), "SET GLOBAL read_only = " + (demoted ? 1 : 0));
  }
}
