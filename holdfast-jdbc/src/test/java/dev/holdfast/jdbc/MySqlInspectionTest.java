package dev.holdfast.jdbc;

/** What is found of MySQL. */
class MySqlInspectionTest extends MySqlInspectionTests {
  MySqlInspectionTest() {
    super(MySqlServer.it());
  }

  @Override
  String urlOf(String user) {
    return server.url(database).replaceFirst("//[^@]*@", "//" + user + ":x@");
  }
}
