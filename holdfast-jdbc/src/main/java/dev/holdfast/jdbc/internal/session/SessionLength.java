package dev.holdfast.jdbc.internal.session;

import dev.holdfast.jdbc.internal.connection.JdbcUrl;
import java.time.Duration;

/**
 * How long the server lets a silent client keep its locks, and on how many connections a client may
 * have some.
 *
 * @param time how long
 * @param connections how many
 */
public record SessionLength(Duration time, int connections) {
  /** As long as a lease usually is. */
  public static final Duration USUAL = Duration.ofSeconds(30);

  /** On how many connections of a pool that others need, too. */
  public static final int BORROWED = 4;

  private static final Duration LEAST = Duration.ofSeconds(3);
  private static final Duration MOST = Duration.ofHours(1);

  /** Of a pool that a URL names. */
  public static SessionLength of(JdbcUrl url) {
    String text = url.sessionSeconds().orElse("" + USUAL.toSeconds());
    try {
      Duration time = Duration.ofSeconds(Long.parseLong(text));
      if (isPossible(time)) {
        return new SessionLength(time, url.connections());
      }
    } catch (NumberFormatException said) {
      // Below.
    }
    throw new IllegalArgumentException(
        "'"
            + url
            + "': sessionSeconds should be after how long the server frees the locks of a client"
            + " that is silent, 3 to 3600");
  }

  private static boolean isPossible(Duration time) {
    return time.compareTo(LEAST) >= 0 && time.compareTo(MOST) <= 0;
  }

  /** Checks the time. */
  public SessionLength {
    if (!isPossible(time)) {
      throw new IllegalArgumentException(
          "a session of "
              + time
              + ": after how long the server frees the locks of a client that is silent should be"
              + " 3 seconds to an hour");
    }
  }
}
