package dev.holdfast.jdbc;

/** What {@code read_only} does, on MariaDB and MySQL. */
abstract class MySqlReadOnlyTests extends ServerReadOnlyTests {
  MySqlReadOnlyTests(Server server) {
    super(server);
    server.execute(database, "CREATE USER IF NOT EXISTS anybody@localhost IDENTIFIED BY 'x'");
    server.execute(database, "GRANT ALL ON " + database + ".* TO anybody@localhost");
  }

  @Override
  void readOnly(boolean is) {
    server.execute(server.root(), "SET GLOBAL read_only = " + (is ? 1 : 0));
  }

  @Override
  String urlOfAnybody() {
    return server.url(database).replaceFirst("//[^@]*@", "//anybody:x@");
  }
}
