package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** Locks of connections on MySQL. */
@Tag("rest")
class MySqlSessionTest extends ServerSessionTests {
  MySqlSessionTest() {
    super(MySqlServer.it());
  }

  @Override
  String kill(long session) {
    return "KILL " + session;
  }

  @Override
  void demote(boolean demoted) {
    MySqlServer.it()
        .execute(MySqlServer.it().root(), "SET GLOBAL read_only = " + (demoted ? 1 : 0));
  }
}
