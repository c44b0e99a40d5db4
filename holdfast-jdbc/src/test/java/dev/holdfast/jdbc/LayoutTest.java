package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.spi.LockStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The tables: when they are made, and what happens when they are not ours. */
class LayoutTest {
  private static final String TABLES =
      "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name LIKE 'holdfast%'";

  @Test
  void tablesAreMadeOnceAndKeptBesideTheUsersOwn() {
    Path file = Databases.file();
    Databases.execute(file, "CREATE TABLE theirs (id INTEGER)");
    for (int i = 0; i < 2; i++) {
      try (LockStore store = Databases.store(file);
          SpiClient client = new SpiClient(store)) {
        client.take("n" + i);
      }
    }
    assertEquals(5, Databases.number(file, TABLES));
    assertEquals(1, Databases.number(file, "SELECT COUNT(*) FROM holdfast_layout"));
    assertEquals(0, Databases.number(file, "SELECT COUNT(*) FROM theirs"));
  }

  @Test
  void aNewerLayoutIsLeftAlone() {
    Path file = Databases.file();
    try (LockStore store = Databases.store(file)) {
      new SpiClient(store).close();
      Databases.execute(file, "UPDATE holdfast_layout SET version = 3");
      StoreException refusal = assertThrows(StoreException.class, () -> new SpiClient(store));
      assertFalse(refusal.isTransient());
      assertTrue(refusal.getMessage().contains("layout version 3"), refusal.getMessage());
      assertTrue(refusal.getMessage().contains("newer Holdfast"), refusal.getMessage());
    }
  }

  @Test
  void anOlderLayoutIsLeftAloneToo() {
    Path file = Databases.file();
    try (LockStore store = Databases.store(file)) {
      new SpiClient(store).close();
      Databases.execute(file, "UPDATE holdfast_layout SET version = 1");
      StoreException refusal = assertThrows(StoreException.class, () -> new SpiClient(store));
      assertFalse(refusal.isTransient());
      assertTrue(refusal.getMessage().contains("drop holdfast_lock"), refusal.getMessage());
    }
  }

  @Test
  void theFileIsInWriteAheadModeWhoeverMadeIt() {
    Path file = Databases.file();
    try (LockStore store = Databases.store(file);
        SpiClient client = new SpiClient(store)) {
      client.take("n");
      Databases.execute(file, "SELECT 1");
      assertTrue(file.resolveSibling("locks.db-wal").toFile().exists());
    }
  }
}
