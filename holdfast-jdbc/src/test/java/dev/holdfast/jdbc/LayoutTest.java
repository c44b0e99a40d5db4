package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import java.nio.file.Path;
import java.util.List;
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
      assertTrue(refusal.getMessage().contains("knows version 2;"), refusal.getMessage());
      assertTrue(refusal.getMessage().contains("newer Holdfast"), refusal.getMessage());
    }
  }

  @Test
  void anOlderLayoutIsLeftAloneToo() {
    Path file = Databases.file();
    try (LockStore store = Databases.store(file)) {
      new SpiClient(store).close();
      Databases.execute(file, "UPDATE holdfast_layout SET version = 0");
      StoreException refusal = assertThrows(StoreException.class, () -> new SpiClient(store));
      assertFalse(refusal.isTransient());
      assertTrue(refusal.getMessage().contains("layout version 0"), refusal.getMessage());
      assertTrue(refusal.getMessage().contains("knows version 2 only"), refusal.getMessage());
      assertTrue(refusal.getMessage().contains("drop holdfast_lock"), refusal.getMessage());
    }
  }

  /** A later build may add columns: what this one does not know, it neither reads nor misses. */
  @Test
  void columnsThatAreNotKnownAreSkipped() {
    Path file = Databases.file();
    try (LockStore store = Databases.store(file);
        SpiClient client = new SpiClient(store);
        SpiClient reader = new SpiClient(store).sharing()) {
      for (String table : List.of("lock", "share", "queue", "mark", "layout")) {
        Databases.execute(
            file, "ALTER TABLE holdfast_" + table + " ADD COLUMN later TEXT DEFAULT 'x'");
      }
      String held = client.take("n");
      String waits = reader.queue("n");
      client.release("n", held);
      assertInstanceOf(Standing.Holding.class, reader.tryAcquire("n", waits, SpiClient.LEASE));
      assertTrue(client.inspect("n").hold().orElseThrow().shared());
      reader.release("n", waits);
      new SpiClient(store).close();
    }
  }

  /** Makes the tables what version 1 had. */
  private static void goBack(Path file) {
    Databases.execute(file, "ALTER TABLE holdfast_share DROP COLUMN permits");
    Databases.execute(file, "UPDATE holdfast_queue SET permits = -permits");
    Databases.execute(file, "ALTER TABLE holdfast_queue RENAME COLUMN permits TO shared");
    Databases.execute(file, "UPDATE holdfast_layout SET version = 1");
  }

  @Test
  void theFirstLayoutIsChangedAndNothingOfItIsLost() {
    Path file = Databases.file();
    long ahead = 2_200_000_000_000_000L; // in 2039
    try (LockStore store = Databases.store(file)) {
      try (SpiClient client = new SpiClient(store)) {
        client.release("n", client.take("n"));
        SpiClient.answer(
            client
                .session()
                .release(new ReleaseRequest("kept", client.take("kept"), 60_000, false, 0)));
        Databases.execute(file, "UPDATE holdfast_lock SET stamp = " + ahead);
      }
      goBack(file);
      try (SpiClient client = new SpiClient(store);
          SpiClient reader = new SpiClient(store).sharing()) {
        assertEquals(2, Databases.number(file, "SELECT version FROM holdfast_layout"));
        client.take("n");
        assertEquals(
            ahead + 1,
            Databases.number(file, "SELECT stamp FROM holdfast_lock WHERE name = x'6e'"));
        Standing kept = client.tryAcquire("kept", client.attempt(), SpiClient.LEASE);
        assertInstanceOf(Standing.Absent.class, kept);
        String held = reader.take("shared");
        client.queue("shared");
        reader.release("shared", held);
        assertFalse(client.inspect("shared").hold().orElseThrow().shared());
      }
    }
  }

  /** Whoever uses it with an earlier Holdfast could neither renew nor wait any more. */
  @Test
  void theFirstLayoutIsLeftAloneWhileItIsUsed() {
    Path file = Databases.file();
    try (LockStore store = Databases.store(file)) {
      try (SpiClient client = new SpiClient(store).sharing()) {
        client.take("n");
      }
      goBack(file);
      StoreException refusal = assertThrows(StoreException.class, () -> new SpiClient(store));
      assertTrue(refusal.isTransient());
      assertTrue(refusal.getMessage().contains("an earlier Holdfast hold"), refusal.getMessage());
      assertEquals(1, Databases.number(file, "SELECT version FROM holdfast_layout"));
      Databases.execute(file, "UPDATE holdfast_lock SET expires_ms = 1");
      Databases.execute(
          file, "INSERT INTO holdfast_queue VALUES ('', x'6e', 1, 'a', 9000000000000, 1000, 1)");
      assertThrows(StoreException.class, () -> new SpiClient(store));
      Databases.execute(file, "UPDATE holdfast_queue SET expires_ms = 1");
      new SpiClient(store).close();
      assertEquals(2, Databases.number(file, "SELECT version FROM holdfast_layout"));
      assertEquals(-1, Databases.number(file, "SELECT permits FROM holdfast_queue"));
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
