package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** Locks of connections on MariaDB. */
@Tag("rest")
class MariaDbSessionTest extends ServerSessionTests {
  MariaDbSessionTest() {
    super(SharedMariaDb.IT);
  }

  @Override
  String kill(long session) {
    return "KILL " + session;
  }

  @Override
  void demote(boolean demoted) {
    SharedMariaDb.IT.execute(
        SharedMariaDb.IT.root(), "SET GLOBAL read_only = " + (demoted ? 1 : 0));
  }
}
