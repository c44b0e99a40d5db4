package dev.holdfast.jdbc.internal.doctor;

import dev.holdfast.jdbc.internal.connection.SqliteConnection;
import dev.holdfast.jdbc.internal.connection.SqliteFile;
import dev.holdfast.jdbc.internal.database.Statements;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Guarantee;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a file of SQLite means for locks. */
public final class SqliteInspection {
  /** File systems whose file locks, which SQLite relies on, cannot be relied on. */
  private static final Set<String> NETWORK =
      Set.of(
          "9p",
          "afpfs",
          "afs",
          "beegfs",
          "ceph",
          "cifs",
          "davfs",
          "glusterfs",
          "gpfs",
          "lustre",
          "ncpfs",
          "nfs",
          "nfs3",
          "nfs4",
          "ocfs2",
          "smb",
          "smb2",
          "smb3",
          "smbfs",
          "webdav");

  private final SqliteFile file;

  SqliteInspection(SqliteFile file) {
    this.file = file;
  }

  /** Looks at a file that a URL names, which is not made if it is not there. */
  List<Finding> run(Examination examination, LockTry lockTry) throws SQLException {
    List<Finding> findings = new ArrayList<>();
    file.check();
    findings.add(place(fileSystem(file.path())));
    findings.add(ofOneMachine(file.isFull()));
    findings.add(
        Finding.ok("clock", "this machine's", "only it decides")
            .limit(Guarantee.C2, "the machine's clock steps")
            .limit(Guarantee.C1, "the file is lost and the clock steps back"));
    boolean present = Files.exists(file.path());
    Finding there =
        present
            ? Finding.ok("file", "there", "this user may write it")
            : Finding.note("file", "none yet", "the first client makes it");
    findings.add(
        there.limit(Guarantee.C2, "the file is deleted or replaced under running clients"));
    if (!present) {
      return findings;
    }
    boolean tables;
    Connection connection = file.connectAsItIs();
    try (connection;
        Statements statements = new Statements(connection)) {
      PrivilegedQuery query = new PrivilegedQuery(statements);
      // Refused here if it is no database at all.
      long pages = statements.firstLong("PRAGMA page_count");
      findings.add(version(query));
      findings.add(journal(query, true));
      tables = TableChecks.run(SqliteFile.DIALECT, query, findings) && pages > 0;
    }
    if (tables) {
      findings.add(lockTry.run(examination, new SqliteConnection(file)));
    }
    return findings;
  }

  /** Looks at a database that a data source leads to. */
  static List<Finding> of(PrivilegedQuery query, @Nullable String refusal) {
    List<Finding> findings = new ArrayList<>();
    findings.add(version(query));
    if (refusal != null) {
      findings.add(
          Finding.problem(
              "file", refusal, "no lock would be shared", "give the data source a file"));
      return findings;
    }
    query
        .text("PRAGMA database_list", 3)
        .ifPresent(path -> findings.add(place(fileSystem(Path.of(path)))));
    findings.add(journal(query, false));
    return findings;
  }

  private static Finding version(PrivilegedQuery query) {
    return Finding.ok(
        "version",
        "SQLite " + query.text("SELECT sqlite_version()").orElse("?"),
        "the driver's own");
  }

  /** The type of the file system that a file is (or will be) on, as far as that can be known. */
  static Optional<String> fileSystem(Path file) {
    try {
      FileStore there = Files.getFileStore(Files.exists(file) ? file : parent(file));
      return Optional.of(there.type());
    } catch (IOException | SecurityException unknown) {
      return Optional.empty();
    }
  }

  private static Path parent(Path file) {
    Path parent = file.toAbsolutePath().getParent();
    return parent == null ? file : parent;
  }

  public static Finding place(Optional<String> fileSystem) {
    if (fileSystem.isEmpty()) {
      return Finding.note(
          "file system", "cannot be seen", "on a network file system locks are not safe");
    }
    String type = fileSystem.get().toLowerCase(Locale.ROOT);
    boolean network =
        NETWORK.contains(type) || type.equals("fuse.sshfs") || type.startsWith("fuse.gluster");
    return network
        ? Finding.problem(
                "file system",
                fileSystem.get() + ", a network file system",
                "SQLite relies on file locks, which cannot be relied on here: two may get one lock",
                "use a file on a local disk, or a server (Redis, PostgreSQL, MariaDB, MySQL)")
            .limit(Guarantee.C1, "processes of several machines use it")
            .limit(Guarantee.C2, "processes of several machines use it")
        : Finding.ok("file system", fileSystem.get(), "local, as far as its type tells");
  }

  private static Finding ofOneMachine(boolean full) {
    return Finding.ok(
        "power loss",
        full ? "commits wait for the disk" : "commits do not wait for the disk",
        "all holders of locks are on this machine, and end with it"
            + (full ? "" : "; only names kept by holdAtLeast may be free again"));
  }

  private static Finding journal(PrivilegedQuery query, boolean ours) {
    String mode = query.text("PRAGMA journal_mode").orElse("cannot be seen");
    if (mode.equalsIgnoreCase("wal")) {
      return Finding.ok("journal", "WAL", "a client that waits does not disturb one that writes");
    }
    return ours
        ? Finding.note("journal", mode, "the first client makes it WAL, where that is possible")
        : Finding.warning(
            "journal",
            mode,
            "readers and writers wait for each other, so that many waiting clients are slow",
            "PRAGMA journal_mode = WAL");
  }
}
