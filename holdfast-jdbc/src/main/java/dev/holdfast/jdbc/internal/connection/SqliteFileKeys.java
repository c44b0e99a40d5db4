package dev.holdfast.jdbc.internal.connection;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which files a connection to an SQLite database has open: the database, its write-ahead log, and
 * the memory by which processes share the log. One that was deleted or replaced is not the one that
 * others open, and what is written there is nothing to them.
 */
final class SqliteFileKeys {
  /** A file, and what told it from any other when it was opened. */
  private record Opened(Path path, Object key) {
    boolean hasMoved() {
      return !key.equals(SqliteFileKeys.key(path));
    }
  }

  private final List<Opened> files;

  private SqliteFileKeys(List<Opened> files) {
    this.files = files;
  }

  /** Those of a database that has just been read; empty where files cannot be told apart. */
  static SqliteFileKeys of(Path database) {
    List<Opened> files = new ArrayList<>();
    Path real = database;
    try {
      real = database.toRealPath(); // beside which SQLite keeps the others
    } catch (IOException gone) {
      // So it is when it is looked for next.
    }
    for (Path path : List.of(database, Path.of(real + "-wal"), Path.of(real + "-shm"))) {
      Object key = key(path);
      if (key != null) {
        files.add(new Opened(path, key));
      }
    }
    return new SqliteFileKeys(files);
  }

  /** What tells a file from any other at its path; null if there is none, or nothing does. */
  static @Nullable Object key(Path path, LinkOption... options) {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class, options).fileKey();
    } catch (IOException gone) {
      return null;
    }
  }

  /** Whether one of them is not at its path any more. */
  boolean haveMoved() {
    for (Opened file : files) {
      if (file.hasMoved()) {
        return true;
      }
    }
    return false;
  }

  /** Whether the database itself is the same. */
  boolean areOf(Path database) {
    return !files.isEmpty() && Objects.equals(files.get(0).key, key(database));
  }
}
