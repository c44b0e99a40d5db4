package dev.holdfast.jdbc.internal.rows;

import dev.holdfast.jdbc.internal.database.Dialect;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Mode;

/**
 * How a name is held or wanted, as the tables have it: one number for the holder, and one word in
 * the name's row for all who hold it beside each other.
 *
 * @param permits how many permits of a semaphore; {@link #ALONE} or {@link #SHARED} for a lock
 * @param size how many there are; 0 for a lock
 */
record ModeCode(int permits, int size) {
  static final int ALONE = 0;
  static final int SHARED = -1;

  static ModeCode of(AcquireRequest request) {
    return switch (request.mode()) {
      case EXCLUSIVE -> of(Mode.EXCLUSIVE);
      case SHARED -> of(Mode.SHARED);
      case COUNTED -> new ModeCode(request.permits(), request.size());
    };
  }

  /** Of a lock. */
  static ModeCode of(Mode mode) {
    return new ModeCode(mode == Mode.SHARED ? SHARED : ALONE, 0);
  }

  boolean isAlone() {
    return permits == ALONE;
  }

  Mode mode() {
    return isAlone() ? Mode.EXCLUSIVE : permits == SHARED ? Mode.SHARED : Mode.COUNTED;
  }

  /** What stands in the name's row for those who hold it in this manner, beside each other. */
  String word() {
    return size == 0 ? Dialect.SHARED : Dialect.SHARED + size;
  }

  /**
   * How many permits there are, by that word; 0 for a lock.
   *
   * @throws IllegalArgumentException if no lock has written it
   */
  static int sizeOf(String word) {
    if (!word.startsWith(Dialect.SHARED) || word.length() == Dialect.SHARED.length()) {
      return 0;
    }
    try {
      return Integer.parseInt(word.substring(Dialect.SHARED.length()));
    } catch (NumberFormatException foreign) {
      throw new IllegalArgumentException(
          "the row has the holder '" + word + "', which no lock has written", foreign);
    }
  }
}
