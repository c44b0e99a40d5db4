package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** What is found of MariaDB. */
@Tag("rest")
class MariaDbInspectionTest extends MySqlInspectionTests {
  MariaDbInspectionTest() {
    super(SharedMariaDb.IT);
  }

  @Override
  String urlOf(String user) {
    return server.url(database).replace("tester:right@", user + ":x@");
  }
}
