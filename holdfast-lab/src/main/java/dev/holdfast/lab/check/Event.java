package dev.holdfast.lab.check;

/**
 * Something that a client wrote down.
 *
 * @param at when, on the clock that all processes of the machine share
 * @param op what it belongs to: one request of one thread, from asking to giving back
 * @param name the index of the name
 */
public record Event(long at, Kind kind, long op, int name, long token, long a, long b) {
  /** The way of an {@link Kind#ASK} that is a change of sides by who holds already. */
  public static final char CHANGED = 'x';

  private static final int WANT_FROM_BIT = 16;

  /** The {@code b} of an {@link Kind#ASK}: the way's code, and what is asked for. */
  public static long manner(char way, Want want) {
    return way | (want.code() << WANT_FROM_BIT);
  }

  /** The way's code of an {@link Kind#ASK}. */
  public char way() {
    return (char) b;
  }

  /** What an {@link Kind#ASK} asks for. */
  public Want want() {
    return Want.of(b >>> WANT_FROM_BIT);
  }
}
