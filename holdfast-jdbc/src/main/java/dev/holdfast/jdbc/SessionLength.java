package dev.holdfast.jdbc;

import java.time.Duration;

/**
 * How long the server lets a silent client keep its locks, and on how many connections a client may
 * have some.
 *
 * @param time how long
 * @param connections how many
 */
record SessionLength(Duration time, int connections) {
  /** As long as a lease usually is. */
  static final Duration USUAL = Duration.ofSeconds(30);

  /** On how many connections of a pool that others need, too. */
  static final int BORROWED = 4;

  static final Duration LEAST = Duration.ofSeconds(3);
  static final Duration MOST = Duration.ofHours(1);

  /** Checks the time. */
  SessionLength {
    if (time.compareTo(LEAST) < 0 || time.compareTo(MOST) > 0) {
      throw new IllegalArgumentException(
          "a session of "
              + time
              + ": after how long the server frees the locks of a client that is silent should be"
              + " 3 seconds to an hour");
    }
  }
}
