package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** What is found of MySQL. */
@Tag("rest")
class MySqlInspectionTest extends MySqlInspectionTests {
  MySqlInspectionTest() {
    super(SharedMySql.it());
  }

  @Override
  String urlOf(String user) {
    return server.url(database).replaceFirst("//[^@]*@", "//" + user + ":x@");
  }
}
