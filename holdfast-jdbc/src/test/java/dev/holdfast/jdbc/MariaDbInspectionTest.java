package dev.holdfast.jdbc;

/** What is found of MariaDB. */
class MariaDbInspectionTest extends MySqlInspectionTests {
  MariaDbInspectionTest() {
    super(MariaDbServer.IT);
  }

  @Override
  String urlOf(String user) {
    return server.url(database).replace("tester:right@", user + ":x@");
  }
}
