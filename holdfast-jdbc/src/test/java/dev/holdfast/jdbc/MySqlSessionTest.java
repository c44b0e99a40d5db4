package dev.holdfast.jdbc;

/** Locks of connections on MySQL. */
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
