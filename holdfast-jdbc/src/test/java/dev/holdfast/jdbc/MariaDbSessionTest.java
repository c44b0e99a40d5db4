package dev.holdfast.jdbc;

/** Locks of connections on MariaDB. */
class MariaDbSessionTest extends ServerSessionTests {
  MariaDbSessionTest() {
    super(MariaDbServer.IT);
  }

  @Override
  String kill(long session) {
    return "KILL " + session;
  }
}
