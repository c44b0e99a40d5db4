package dev.holdfast.jdbc;

/** Names that are kept on MySQL. */
class MySqlKeptNameTest extends ServerKeptNameTests {
  MySqlKeptNameTest() {
    super(MySqlServer.it());
  }

  @Override
  String kill(long session) {
    return "KILL " + session;
  }
}
