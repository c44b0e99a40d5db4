package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.StoreException;
import dev.holdfast.spi.Finding.Level;
import dev.holdfast.spi.LockStore;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Settings of MariaDB and MySQL under which statements mean something else, or are refused. */
abstract class MySqlSettingsTests {
  final Server server;
  private final String modes;

  MySqlSettingsTests(Server server) {
    this.server = server;
    this.modes = "STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION";
  }

  @AfterEach
  void asItWas() {
    set("sql_mode", "'" + modes + "'");
    set("sql_safe_updates", "0");
  }

  void set(String variable, String value) {
    server.execute(server.root(), "SET GLOBAL " + variable + " = " + value);
  }

  /** Rows and session locks, by URL and by data source; tables are made first. */
  void everythingWorksIn(String database) {
    DataSource plain = server.dataSource(database);
    for (LockStore store :
        List.of(
            JdbcStore.of(plain),
            JdbcStore.sessionLocks(plain),
            server.store(database),
            new SessionFixture(server, database).openStore())) {
      try (Holdfast a = Holdfast.over(store);
          Holdfast b = Holdfast.over(store)) {
        for (int i = 0; i < 2; i++) {
          Lease lease = a.mutex("n").acquire(Duration.ofSeconds(5));
          assertTrue(b.mutex("n").tryAcquire(Duration.ofMillis(100)).isEmpty());
          assertEquals(List.of("n"), b.names(10));
          lease.close();
        }
        Lease left = a.mutex("left").acquire();
        assertTrue(left.isHeld() && b.breakHold("left"));
      } catch (InterruptedException error) {
        throw new AssertionError(error);
      }
    }
    assertEquals(Level.OK, Diagnoses.find(Diagnoses.of(server.url(database)), "rights").level());
    // How long that takes is a matter of the machine.
    String tried = Diagnoses.find(Diagnoses.of(JdbcStore.of(plain)), "a lock").seen();
    assertTrue(tried.startsWith("taken and released"), tried);
  }

  @Test
  void highPrecedenceOfNot() {
    set("sql_mode", "'HIGH_NOT_PRECEDENCE,STRICT_TRANS_TABLES'");
    everythingWorksIn(server.newDatabase());
  }

  @Test
  void safeUpdates() {
    set("sql_safe_updates", "1");
    everythingWorksIn(server.newDatabase());
  }

  @Test
  void aDatabaseWithTheLongestName() {
    String database = "d".repeat(64);
    server.execute(server.root(), "CREATE DATABASE " + database);
    everythingWorksIn(database);
  }

  static void refused(String setting, Runnable opening) {
    String said = assertThrows(StoreException.class, opening::run).getMessage();
    assertTrue(said.contains(setting), said);
  }
}
