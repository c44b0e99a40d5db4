package dev.holdfast.internal;

/**
 * How tokens are made of stamps: token = stamp × 4096 + lend number. Every lent token lies above
 * its grant's and below the next grant's, whatever the store forgets.
 */
public final class Tokens {
  /** Lends that one stamp allows, its first lease included. */
  public static final int PER_STAMP = 4096;

  private Tokens() {}

  /** The token of a grant's first lease. */
  public static long first(long stamp) {
    return of(stamp, 0);
  }

  /** The token of a grant's n-th lend. */
  public static long of(long stamp, int lend) {
    if (stamp <= 0 || stamp > Long.MAX_VALUE / PER_STAMP || lend < 0 || lend >= PER_STAMP) {
      throw new IllegalArgumentException("no token for stamp " + stamp + ", lend " + lend);
    }
    return stamp * PER_STAMP + lend;
  }
}
