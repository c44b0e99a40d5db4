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
}
