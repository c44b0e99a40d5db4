package dev.holdfast.redis.internal.protocol;

import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Objects;
import java.util.function.Predicate;

/** What to do about a server that gave no answer to a client that connects, where that is known. */
final class ConnectErrors {
  private static final int DEEPEST = 10;

  private ConnectErrors() {}

  /** Advice by a chain of exceptions; empty if it tells nothing. */
  static String advice(Throwable error) {
    if (any(error, at -> at instanceof UnknownHostException)) {
      return "there is no host of that name: correct the URL, or look at the name service";
    }
    // The words of Jedis, and of Lettuce.
    if (any(error, at -> says(at, "Unknown reply") || says(at, "Invalid first byte"))) {
      return "what listens on this port is no Redis server: look at host and port";
    }
    if (any(error, ConnectErrors::isSilence)) {
      return "something listens on this port and stays silent: look whether it is a Redis server,"
          + " and whether it wants TLS (rediss://)";
    }
    return "";
  }

  /** Whether this says that a server took a connection and has not answered on it. */
  static boolean isSilence(Throwable at) {
    return (at instanceof SocketTimeoutException && says(at, "Read timed out"))
        || says(at, "initialization timed out");
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

  private static boolean says(Throwable error, String words) {
    return Objects.toString(error.getMessage(), "").contains(words);
  }
}
