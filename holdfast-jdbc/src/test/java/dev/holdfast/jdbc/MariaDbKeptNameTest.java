package dev.holdfast.jdbc;

/** Names that are kept on MariaDB. */
class MariaDbKeptNameTest extends ServerKeptNameTests {
  MariaDbKeptNameTest() {
    super(MariaDbServer.IT);
  }

  @Override
  String kill(long session) {
    return "KILL " + session;
  }
}
