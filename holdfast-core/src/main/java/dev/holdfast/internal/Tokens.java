package dev.holdfast.internal;

/**
 * How tokens are made of stamps: those of a stamp are stamp × 4096 and the 4,095 above it. A hold
 * lends from its first stamp's up to its last stamp's, all of which lie below the next grant's,
 * whatever the store forgets.
 */
public final class Tokens {
  private static final int PER_STAMP = 4096;

  private Tokens() {}

  /** The first token of a stamp. */
  public static long first(long stamp) {
    if (stamp <= 0 || stamp > Long.MAX_VALUE / PER_STAMP) {
      throw new IllegalArgumentException("no token for stamp " + stamp);
    }
    return stamp * PER_STAMP;
  }

  /** The lowest stamp of which no token lies below this one. */
  static long stampFrom(long token) {
    return (token + PER_STAMP - 1) / PER_STAMP;
  }

  /** The last token of a stamp. */
  public static long last(long stamp) {
    return first(stamp) + PER_STAMP - 1;
  }
}
