package dev.holdfast.zookeeper;

import dev.holdfast.StoreException;
import dev.holdfast.consensus.Rethrow;
import java.util.concurrent.TimeoutException;
import org.apache.zookeeper.KeeperException;

/** What ZooKeeper's errors mean for who asked. */
final class Failures {
  private Failures() {}

  /** The error that says what was asked, what ZooKeeper answered, and what is true now. */
  static StoreException of(String asked, String store, Throwable thrown) {
    Throwable error = Rethrow.unwrapped(thrown);
    if (error instanceof StoreException known) {
      return known;
    }
    boolean isTransient = isTransient(error);
    return new StoreException(
        "Asked "
            + store
            + " to "
            + asked
            + ": "
            + said(error)
            + (isTransient ? " Whether it was done is unknown." : " Nothing was done."),
        error,
        isTransient);
  }

  private static boolean isTransient(Throwable error) {
    if (!(error instanceof KeeperException refused)) {
      return !(error instanceof IllegalArgumentException);
    }
    return switch (refused.code()) {
      case NOAUTH,
          AUTHFAILED,
          INVALIDACL,
          UNIMPLEMENTED,
          BADARGUMENTS,
          SESSIONCLOSEDREQUIRESASLAUTH ->
          false;
      default -> true;
    };
  }

  private static String said(Throwable error) {
    if (error instanceof TimeoutException) {
      return "it did not answer in time.";
    }
    if (error instanceof IllegalArgumentException) {
      return "a node has data that no lock has written: " + error.getMessage() + ".";
    }
    if (!(error instanceof KeeperException refused)) {
      return "that failed (" + error + ").";
    }
    return switch (refused.code()) {
      case CONNECTIONLOSS -> "the connection was lost.";
      case SESSIONEXPIRED -> "the session has ended.";
      case NOAUTH -> "it refuses that to this user (" + refused.getMessage() + ").";
      case AUTHFAILED -> "it did not accept the user and password.";
      default -> "it answered " + refused.getMessage() + ".";
    };
  }
}
