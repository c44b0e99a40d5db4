package dev.holdfast.internal.text;

/**
 * How tokens are made of stamps: those of a stamp are stamp × 4096 and the 4,095 above it. A hold
 * lends from its first stamp's up to its last stamp's, all of which lie below the next grant's,
 * whatever the store forgets.
 */
public final class Tokens {
  private static final int PER_STAMP = 4096;

  /** The last stamp that tokens can be made of, as time in microseconds: in May 2041. */
  public static final long LAST_STAMP = Long.MAX_VALUE / PER_STAMP - 1;

  private Tokens() {}

  /** Whether tokens can be made of this stamp. */
  public static boolean areOf(long stamp) {
    return stamp > 0 && stamp <= LAST_STAMP;
  }

  /** Why no token can be made of this stamp, and what to look at. */
  public static String noneOf(long stamp) {
    return "no token can be made of stamp "
        + stamp
        + ": stamps are microseconds since 1970, from 1 to "
        + LAST_STAMP
        + " (in May 2041), so look at the clock of the store's server, and at what wrote this;"
        + " 'holdfast break --yes' with the name puts that right once the clock is";
  }

  /**
   * The first token of a stamp.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static long first(long stamp) {
    if (!areOf(stamp)) {
      throw new IllegalArgumentException(noneOf(stamp));
    }
    return stamp * PER_STAMP;
  }

  /** The lowest stamp of which no token lies below this one. */
  public static long stampFrom(long token) {
    return (token + PER_STAMP - 1) / PER_STAMP;
  }

  /** The last token of a stamp. */
  public static long last(long stamp) {
    return first(stamp) + PER_STAMP - 1;
  }
}
