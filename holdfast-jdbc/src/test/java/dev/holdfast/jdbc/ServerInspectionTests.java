package dev.holdfast.jdbc;

import static dev.holdfast.jdbc.Diagnoses.find;
import static dev.holdfast.jdbc.Diagnoses.has;
import static dev.holdfast.jdbc.Diagnoses.is;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.holdfast.StoreException;
import dev.holdfast.spi.Diagnosis;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Finding.Level;
import dev.holdfast.spi.LockStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is found of a server and a database, good or bad on purpose, whatever the server. */
abstract class ServerInspectionTests {
  final Server server;
  final String database;

  ServerInspectionTests(Server server) {
    this.server = server;
    this.database = server.newDatabase();
  }

  /** Makes a user who may connect to the database and do nothing there. */
  abstract void makeUser(String name);

  abstract String urlOf(String user);

  @BeforeEach
  void tables() {
    try (LockStore store = server.store(database);
        SpiClient client = new SpiClient(store)) {
      client.take("before");
    }
  }

  Diagnosis diagnose() {
    return Diagnoses.of(server.url(database));
  }

  @Test
  void aDatabaseInUseIsFine() {
    Diagnosis found = diagnose();
    is(Level.OK, "", find(found, "version"));
    is(Level.OK, "the same", find(found, "clock"));
    assertEquals(Level.OK, find(found, "latency").level());
    is(Level.OK, "layout version 2", find(found, "tables"));
    is(Level.OK, "on all tables", find(found, "rights"));
    is(Level.OK, "taken and released", find(found, "a lock"));
    is(Level.OK, "of at most", find(found, "connections"));
  }

  @Test
  void nothingIsLeftBehind() {
    long before = server.number(database, "SELECT COUNT(*) FROM holdfast_lock");
    diagnose();
    assertEquals(before, server.number(database, "SELECT COUNT(*) FROM holdfast_lock"));
    assertEquals(0, server.number(database, "SELECT COUNT(*) FROM holdfast_mark"));
    assertEquals(0, server.number(database, "SELECT COUNT(*) FROM holdfast_queue"));
  }

  @Test
  void tablesThatAreNotThereAreNotMade() {
    String empty = server.newDatabase();
    for (int i = 0; i < 2; i++) {
      Diagnosis found = Diagnoses.of(server.url(empty));
      is(Level.NOTE, "none yet", find(found, "tables"));
      assertFalse(has(found, "a lock"), found.toString());
    }
  }

  @Test
  void aUserWithoutRightsIsAProblem() {
    makeUser("onlooker");
    Finding tables = find(Diagnoses.of(urlOf("onlooker")), "tables");
    assertEquals(Level.PROBLEM, tables.level(), tables.toString());
  }

  @Test
  void rightsThatAreMissingAreNamed() {
    makeUser("reader");
    for (String table : new String[] {"layout", "lock", "share", "queue", "mark"}) {
      server.execute(database, "GRANT SELECT ON holdfast_" + table + " TO " + grantee("reader"));
    }
    server.execute(
        database, "GRANT INSERT, UPDATE, DELETE ON holdfast_queue TO " + grantee("reader"));
    Diagnosis found = Diagnoses.of(urlOf("reader"));
    Finding rights = is(Level.PROBLEM, "INSERT on holdfast_lock", find(found, "rights"));
    assertFalse(rights.seen().contains("SELECT"), rights.toString());
    assertFalse(rights.seen().contains("queue"), rights.toString());
    assertFalse(has(found, "a lock"), found.toString());
  }

  String grantee(String user) {
    return user;
  }

  @Test
  void tablesOfANewerHoldfastAreAProblem() {
    server.execute(database, "UPDATE holdfast_layout SET version = 99");
    try {
      is(Level.PROBLEM, "99", find(diagnose(), "tables"));
    } finally {
      server.execute(database, "UPDATE holdfast_layout SET version = 2");
    }
  }

  @Test
  void aUserWhomTheServerDoesNotLetInIsAnError() {
    StoreException error =
        assertThrows(
            StoreException.class, () -> Diagnoses.of(server.urlOfAStranger(database, "mistaken")));
    assertFalse(error.getMessage().contains("mistaken"), error.getMessage());
  }
}
