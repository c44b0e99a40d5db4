package dev.holdfast.jdbc.internal.connection;

import dev.holdfast.StoreException;
import dev.holdfast.jdbc.internal.database.Dialect;
import dev.holdfast.spi.LockStore;
import java.io.EOFException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Why a database cannot be opened, and what to do. Drivers keep the reason in a cause, or say only
 * that something failed.
 */
public final class OpenFailure {
  static final String OF_ANOTHER_KIND =
      "what listens there is another kind of server: look at host and port";

  private static final int DEEPEST = 10;

  private OpenFailure() {}

  /**
   * What to tell of a store that cannot be opened.
   *
   * @param dialect of the database, if it could be asked
   */
  public static StoreException of(LockStore store, SQLException error, @Nullable Dialect dialect) {
    return new StoreException(
        "cannot open " + store + ": " + said(error) + "; no lock was touched",
        error,
        dialect == null ? mayPass(error) : dialect.isTransient(error));
  }

  /** Whether what prevents a connection may pass: not a wrong password or a database unknown. */
  private static boolean mayPass(SQLException error) {
    String state = Objects.toString(error.getSQLState(), "");
    return state.startsWith("08")
        || !(error instanceof SQLNonTransientException
            || state.startsWith("28")
            || state.startsWith("3D")
            || state.startsWith("42"));
  }

  /** The driver's message, and advice where its causes tell more. Never text of a URL. */
  static String said(SQLException error) {
    String advice = advice(error);
    String message = Objects.toString(error.getMessage(), "").replaceAll("\\s+", " ").strip();
    return message + (advice.isEmpty() ? "" : " (" + advice + ")");
  }

  private static String advice(SQLException error) {
    if (any(error, at -> at instanceof UnknownHostException)) {
      return "the host of the URL is not known: correct it, or look at the name service";
    }
    if (any(error, OpenFailure::lacksLibrary)) {
      return "SQLite's native library could not be loaded: the temporary folder "
          + System.getProperty("org.sqlite.tmpdir", System.getProperty("java.io.tmpdir"))
          + " is missing, full, not writable or mounted noexec; name another one with"
          + " java -Dorg.sqlite.tmpdir=/path/to/folder";
    }
    if (any(error, OpenFailure::isSilence)) {
      return "something listens there and stays silent: look whether it is this database, and at"
          + " its port";
    }
    if (any(error, OpenFailure::isEnd)) {
      return "what listens there closed the connection: look whether it is this database, and at"
          + " its log";
    }
    if (any(error, OpenFailure::isOfAnotherProtocol)) {
      return OF_ANOTHER_KIND;
    }
    return "";
  }

  private static boolean lacksLibrary(Throwable at) {
    return at instanceof LinkageError || says(at, "no native library found");
  }

  private static boolean isSilence(Throwable at) {
    return at instanceof SocketTimeoutException && says(at, "read timed out");
  }

  private static boolean isEnd(Throwable at) {
    return at instanceof EOFException || says(at, "unexpected end of stream");
  }

  /**
   * PostgreSQL's driver has a state for it, but says that TLS failed. The others take the text of
   * another server for a packet that is too long.
   */
  private static boolean isOfAnotherProtocol(Throwable at) {
    return (at instanceof SQLException error && "08P01".equals(error.getSQLState()))
        || says(at, "received packet size")
        || says(at, "packet for query is too large");
  }

  private static boolean says(Throwable at, String words) {
    return Objects.toString(at.getMessage(), "").toLowerCase(Locale.ROOT).contains(words);
  }

  private static boolean any(Throwable error, Predicate<Throwable> sign) {
    int depth = 0;
    for (Throwable at = error; at != null && depth < DEEPEST; at = at.getCause(), depth++) {
      if (sign.test(at)) {
        return true;
      }
    }
    return false;
  }
}
