package dev.holdfast.jdbc;

/** Trouble with MariaDB. */
class MariaDbTroubleTest extends ServerTroubleTests {
  MariaDbTroubleTest() {
    super(MariaDbServer.IT);
  }
}
