package dev.holdfast.lab.check;

/**
 * Something that a client wrote down.
 *
 * @param at when, on the clock that all processes of the machine share
 * @param op what it belongs to: one request of one thread, from asking to giving back
 * @param name the index of the name
 */
public record Event(long at, Kind kind, long op, int name, long token, long a, long b) {
  private static final long SHARED = 1 << 16;

  /** The {@code b} of an {@link Kind#ASK}: the way's code, and the mode. */
  public static long manner(char way, Mode mode) {
    return mode == Mode.SHARED ? way | SHARED : way;
  }

  /** The way's code of an {@link Kind#ASK}. */
  public char way() {
    return (char) b;
  }

  /** The mode of an {@link Kind#ASK}. */
  public Mode mode() {
    return (b & SHARED) != 0 ? Mode.SHARED : Mode.EXCLUSIVE;
  }
}
