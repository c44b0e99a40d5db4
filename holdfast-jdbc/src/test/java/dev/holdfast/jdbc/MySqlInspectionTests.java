package dev.holdfast.jdbc;

import static dev.holdfast.jdbc.Diagnoses.find;
import static dev.holdfast.jdbc.Diagnoses.has;
import static dev.holdfast.jdbc.Diagnoses.is;
import static dev.holdfast.jdbc.Diagnoses.limits;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.holdfast.spi.Diagnosis;
import dev.holdfast.spi.Finding.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is found of MariaDB and MySQL. */
abstract class MySqlInspectionTests extends ServerInspectionTests {
  private final long flush;

  MySqlInspectionTests(Server server) {
    super(server);
    flush = server.number(server.root(), "SELECT @@innodb_flush_log_at_trx_commit");
  }

  @Override
  void makeUser(String name) {
    server.execute(database, "CREATE USER IF NOT EXISTS " + grantee(name) + " IDENTIFIED BY 'x'");
    // Without any right a user cannot even choose the database.
    server.execute(database, "GRANT LOCK TABLES ON " + database + ".* TO " + grantee(name));
    if (name.equals("onlooker")) {
      server.execute(database, "DROP TABLE holdfast_layout");
    }
  }

  @Override
  String grantee(String user) {
    return user + "@localhost";
  }

  private void flush(long value) {
    server.execute(server.root(), "SET GLOBAL innodb_flush_log_at_trx_commit = " + value);
  }

  @AfterEach
  void asItWas() {
    flush(flush);
    server.execute(server.root(), "SET GLOBAL read_only = 0");
  }

  @Test
  void whatACrashUndoes() {
    flush(1);
    is(Level.OK, "innodb_flush_log_at_trx_commit = 1", find(diagnose(), "disk"));
    flush(0);
    limits("the server crashes", is(Level.WARNING, "= 0", find(diagnose(), "disk")));
    flush(2);
    limits("machine crashes", is(Level.WARNING, "= 2", find(diagnose(), "disk")));
  }

  @Test
  void aServerThatIsReadOnlyIsAProblem() {
    server.execute(server.root(), "SET GLOBAL read_only = 1");
    is(Level.PROBLEM, "read_only", find(diagnose(), "role"));
    server.execute(server.root(), "SET GLOBAL read_only = 0");
    assertFalse(find(diagnose(), "role").level() == Level.PROBLEM);
  }

  @Test
  void tablesOfAnotherEngineAreAProblem() {
    assertFalse(has(diagnose(), "engine"));
    server.execute(database, "ALTER TABLE holdfast_layout ENGINE = MyISAM");
    try {
      Diagnosis found = diagnose();
      limits("two ask", is(Level.PROBLEM, "holdfast_layout: MyISAM", find(found, "engine")));
    } finally {
      server.execute(database, "ALTER TABLE holdfast_layout ENGINE = InnoDB");
    }
  }

  @Test
  void aUserWhoMayMakeNoTablesIsAProblem() {
    makeUser("guest");
    String empty = server.newDatabase();
    server.execute(empty, "GRANT LOCK TABLES ON " + empty + ".* TO " + grantee("guest"));
    String url = urlOf("guest").replace("/" + database, "/" + empty);
    is(Level.PROBLEM, "no right to make them", find(Diagnoses.of(url), "tables"));
  }

  @Test
  void whoWaitsLooksByItself() {
    is(Level.OK, "not with this database", find(diagnose(), "pushes"));
  }

  @Test
  void noClusterIsSeenWhereThereIsNone() {
    assertFalse(has(diagnose(), "Galera"));
  }
}
