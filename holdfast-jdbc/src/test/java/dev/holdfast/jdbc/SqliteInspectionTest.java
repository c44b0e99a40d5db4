package dev.holdfast.jdbc;

import static dev.holdfast.jdbc.Diagnoses.find;
import static dev.holdfast.jdbc.Diagnoses.has;
import static dev.holdfast.jdbc.Diagnoses.is;
import static dev.holdfast.jdbc.Diagnoses.limits;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.jdbc.internal.doctor.SqliteInspection;
import dev.holdfast.spi.Diagnosis;
import dev.holdfast.spi.Finding.Level;
import dev.holdfast.spi.LockStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is found of files of SQLite. */
class SqliteInspectionTest {
  private final Path file = Databases.file();

  private Diagnosis diagnose() {
    return Diagnoses.of(Databases.url(file));
  }

  private void use() {
    try (LockStore store = Databases.store(file);
        SpiClient client = new SpiClient(store)) {
      client.take("before");
    }
  }

  private void execute(String sql) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private long number(String sql) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      return rows.getLong(1);
    }
  }

  @Test
  void aFileInUseIsFine() throws Exception {
    use();
    Diagnosis found = diagnose();
    assertEquals(Level.OK, found.worst(), found.toString());
    is(Level.OK, "WAL", find(found, "journal"));
    is(Level.OK, "there", find(found, "tables"));
    is(Level.OK, "taken and released", find(found, "a lock"));
    limits("deleted", find(found, "file"));
    assertEquals(1, number("SELECT COUNT(*) FROM holdfast_lock"));
    assertEquals(0, number("SELECT COUNT(*) FROM holdfast_mark"));
  }

  @Test
  void aFileThatIsNotThereIsNotMade() {
    Diagnosis found = diagnose();
    is(Level.NOTE, "none yet", find(found, "file"));
    assertFalse(Files.exists(file));
  }

  @Test
  void aFileOfSomethingElseIsNotChanged() throws Exception {
    execute("CREATE TABLE theirs (a)");
    Diagnosis found = diagnose();
    is(Level.NOTE, "none yet", find(found, "tables"));
    is(Level.NOTE, "delete", find(found, "journal"));
    assertFalse(has(found, "a lock"));
    assertEquals(1, number("SELECT COUNT(*) FROM sqlite_master"));
  }

  @Test
  void aFileOfANewerHoldfastIsAProblem() throws Exception {
    use();
    execute("UPDATE holdfast_layout SET version = 99");
    is(Level.PROBLEM, "99", find(diagnose(), "tables"));
  }

  @Test
  void whatIsNoDatabaseIsAnError() throws IOException {
    Files.writeString(file, "this is a letter, and no database at all".repeat(100));
    assertThrows(StoreException.class, this::diagnose);
  }

  @Test
  void aFileThatSomebodyKeepsLockedIsAProblem() throws Exception {
    use();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute("BEGIN IMMEDIATE");
      Diagnosis found = diagnose();
      // Who asks for rights would wait for the file, too.
      assertTrue(found.worst() == Level.PROBLEM, found.toString());
      is(Level.PROBLEM, "SQLITE_BUSY", find(found, "a lock"));
      statement.execute("ROLLBACK");
    }
    assertEquals(Level.OK, diagnose().worst());
  }

  @Test
  void aNetworkFileSystemIsAProblem() {
    for (String type : new String[] {"nfs4", "CIFS", "fuse.sshfs", "9p"}) {
      limits(
          "several machines", is(Level.PROBLEM, type, SqliteInspection.place(Optional.of(type))));
    }
    for (String type : new String[] {"ext4", "xfs", "apfs", "NTFS", "overlay", "fuseblk"}) {
      is(Level.OK, type, SqliteInspection.place(Optional.of(type)));
    }
    is(Level.NOTE, "cannot be seen", SqliteInspection.place(Optional.empty()));
  }

  @Test
  void aDataSourceToAFile() {
    use();
    Diagnosis found = Diagnoses.of(JdbcStore.of(Databases.dataSource(file)));
    assertEquals(Level.OK, found.worst(), found.toString());
    is(Level.OK, "taken and released", find(found, "a lock"));
    assertTrue(has(found, "file system"));
  }
}
