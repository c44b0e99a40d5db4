package dev.holdfast.lab.sim;

import java.util.Locale;

/**
 * Something that goes wrong for a while.
 *
 * @param atNanos when it begins
 * @param forNanos how long it lasts
 * @param slot whom it strikes, or {@link #ALL}
 * @param strength how badly; what it means is the kind's
 */
record Fault(Kind kind, long atNanos, long forNanos, int slot, int strength) {
  static final int ALL = -1;

  /** What goes wrong. */
  enum Kind {
    /** Messages take up to so many ms longer, each its own time, so that they overtake. */
    SLOW,
    /** So many percent of requests, and of replies, are lost. */
    LOSS,
    /** So many percent of requests and pushes arrive twice, the second time up to 8 s later. */
    DUPLICATE,
    /** So many percent of requests are answered with an error, applied or not. */
    ERRORS,
    /** So many percent of pushes are lost. */
    NO_PUSH,
    /** No message gets through. */
    CUT,
    /** The client's executors and alarm are up to so many ms late. */
    STARVE,
    /** The client stands still; afterwards everything that came meanwhile arrives at once. */
    PAUSE,
    /** The client is never heard of again; afterwards another takes its place. */
    CRASH,
    /** The server is away and comes back with its data. */
    RESTART,
    /** The server is away and comes back without its data. */
    WIPE,
    /** The server's clock jumps by so many ms. */
    CLOCK,
    /** An operator ends the hold on a name by force. */
    BREAK
  }

  boolean strikes(int other) {
    return slot == ALL || slot == other;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%-9s from %.3f s for %.3f s, %s, strength %d",
        kind,
        atNanos / 1e9,
        forNanos / 1e9,
        slot == ALL ? "all" : "client " + (slot + 1),
        strength);
  }
}
