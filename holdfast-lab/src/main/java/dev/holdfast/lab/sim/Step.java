package dev.holdfast.lab.sim;

import dev.holdfast.LockOptions;
import java.util.Locale;

/**
 * One thing that an application does.
 *
 * @param number its number in the plan, which stays the same while the plan is shrunk
 * @param atNanos when
 * @param slot on which client
 * @param name what it locks
 * @param options with these options
 * @param waitNanos how long it waits: {@link #FOR_EVER}, 0 for a mere try
 * @param holdNanos how long it holds before it releases, or {@link #FOR_EVER}
 * @param giveUpNanos after how long it gives up if it has not been granted, or {@link #FOR_EVER}
 */
record Step(
    int number,
    Kind kind,
    long atNanos,
    int slot,
    String name,
    LockOptions options,
    long waitNanos,
    long holdNanos,
    long giveUpNanos) {
  static final long FOR_EVER = Long.MAX_VALUE;

  /** What it does. */
  enum Kind {
    /** Acquires, holds and releases. */
    ACQUIRE,
    /** The same, and releases twice. */
    RELEASE_TWICE,
    /** The same, but completes the future itself where it would cancel. */
    COMPLETE,
    /** Closes the client; another takes its place. */
    CLOSE
  }

  boolean waits() {
    return waitNanos > 0;
  }

  boolean isTimed() {
    return waitNanos > 0 && waitNanos != FOR_EVER;
  }

  @Override
  public String toString() {
    return kind == Kind.CLOSE
        ? String.format(Locale.ROOT, "%.3f s client %d closes", atNanos / 1e9, slot + 1)
        : String.format(
            Locale.ROOT,
            "%.3f s client %d request %d: %s %s, wait %s, hold %s%s, %s",
            atNanos / 1e9,
            slot + 1,
            number,
            waits() ? "acquire" : "try",
            Texts.name(name),
            millis(waitNanos),
            millis(holdNanos),
            giveUpNanos == FOR_EVER ? "" : ", give up after " + millis(giveUpNanos),
            options);
  }

  private static String millis(long nanos) {
    return nanos == FOR_EVER ? "for ever" : String.format(Locale.ROOT, "%.3f ms", nanos / 1e6);
  }
}
