package dev.holdfast.jdbc.internal.connection;

import dev.holdfast.jdbc.internal.database.Dialect;
import dev.holdfast.jdbc.internal.database.SqliteDialect;
import dev.holdfast.jdbc.internal.database.Statements;
import dev.holdfast.spi.StoreUrl;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;

/**
 * The file of an SQLite URL, and how connections to it are made: write-ahead log, so that waiting
 * clients read without disturbing a writer; and no sync at each commit unless asked for (what a
 * power loss then means is told in {@code JdbcStore}).
 *
 * <p>Never opens the file itself: closing any descriptor of it would drop the locks that SQLite
 * holds on it for this process.
 */
public final class SqliteFile {
  public static final Dialect DIALECT = new SqliteDialect();

  private static final String FORM =
      "an SQLite URL looks like sqlite:/path/to/file or sqlite:file, with ?synchronous=full to wait"
          + " for the disk at every commit";
  private static final Set<String> PARAMETERS =
      Set.of("namespace", "connectTimeout", "client", "synchronous");

  private final Path path;
  private final boolean full;

  private SqliteFile(Path path, boolean full) {
    this.path = path;
    this.full = full;
  }

  /** Reads the URL; does not look at the file yet. */
  public static SqliteFile of(StoreUrl url) {
    String rest = url.rest();
    if (rest.isEmpty()) {
      throw new IllegalArgumentException("'" + url + "' names no file; " + FORM);
    }
    if (rest.equals(":memory:") || rest.startsWith("file:")) {
      throw new IllegalArgumentException(
          "'"
              + url
              + "' would not be shared with other processes; "
              + FORM
              + ". For locks within one process use memory:");
    }
    if (rest.startsWith("//") && !rest.startsWith("///")) {
      throw new IllegalArgumentException("'" + url + "' names a host; " + FORM);
    }
    for (String parameter : url.parameters().keySet()) {
      if (!PARAMETERS.contains(parameter)) {
        throw new IllegalArgumentException(
            "'" + url + "' has the unknown parameter " + url.quoted(parameter) + "; " + FORM);
      }
    }
    try {
      return new SqliteFile(Path.of(rest).toAbsolutePath().normalize(), isFull(url));
    } catch (InvalidPathException invalid) {
      throw new IllegalArgumentException("'" + url + "' is no path here; " + FORM, invalid);
    }
  }

  private static boolean isFull(StoreUrl url) {
    String synchronous = url.parameter("synchronous").orElse("normal").toLowerCase(Locale.ROOT);
    return switch (synchronous) {
      case "normal" -> false;
      case "full" -> true;
      default ->
          throw new IllegalArgumentException(
              "'" + url + "': synchronous should be normal or full; " + FORM);
    };
  }

  /** Opens a connection, and the file if it is not there yet. */
  Connection connect() throws SQLException {
    check();
    Properties properties = new Properties();
    // A client that finds the database busy pauses by itself, see BusyRetry.
    properties.setProperty("busy_timeout", "0");
    Connection connection = driverConnection(properties);
    return BorrowedConnection.orClosed(
        connection,
        () -> {
          try (Statements statements = new Statements(connection)) {
            String mode = statements.first("PRAGMA journal_mode = WAL", row -> row.getString(1));
            // Where there can be no write-ahead log, NORMAL could tear the file at a power loss.
            boolean sync = full || !"wal".equalsIgnoreCase(mode);
            statements.run("PRAGMA synchronous = " + (sync ? "FULL" : "NORMAL"));
            return connection;
          }
        });
  }

  private Connection driverConnection(Properties properties) throws SQLException {
    String url = "jdbc:sqlite:" + path;
    try {
      return DriverManager.getConnection(url, properties);
    } catch (SQLException error) {
      if (!JdbcUrl.hasDriver(url)) {
        throw new SQLNonTransientException(
            "there is no SQLite driver on the class path; add org.xerial:sqlite-jdbc", error);
      }
      throw error;
    }
  }

  /** Opens a connection to a file that is there, and leaves its settings as they are. */
  public Connection connectAsItIs() throws SQLException {
    check();
    Properties properties = new Properties();
    properties.setProperty("busy_timeout", "0");
    // SQLITE_OPEN_READWRITE without SQLITE_OPEN_CREATE.
    properties.setProperty("open_mode", "2");
    return driverConnection(properties);
  }

  public Path path() {
    return path;
  }

  /** Whether commits wait for the disk. */
  public boolean isFull() {
    return full;
  }

  /** Says what is wrong where SQLite would only say that it cannot. */
  public void check() throws SQLException {
    Path parent = path.getParent();
    if (parent == null || Files.isDirectory(path)) {
      throw new SQLNonTransientException(path + " is a directory; name a file in it");
    }
    if (!Files.isDirectory(parent)) {
      throw new SQLNonTransientException("there is no directory " + parent + "; make it first");
    }
    if (!Files.isWritable(parent)) {
      throw new SQLNonTransientException(
          "the directory "
              + parent
              + " is not writable for this user, but SQLite keeps its log beside the file");
    }
    if (Files.exists(path) && !Files.isWritable(path)) {
      throw new SQLNonTransientException("the file is not writable for this user");
    }
  }

  @Override
  public String toString() {
    return "sqlite:" + path;
  }
}
