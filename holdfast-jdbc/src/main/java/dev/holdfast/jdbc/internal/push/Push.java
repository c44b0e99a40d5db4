package dev.holdfast.jdbc.internal.push;

import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * What a client is told without being asked, as one line of ASCII, whatever the encoding of the
 * database: {@code g <stamp> <expiry> <1 if others wait> <attempt> <name>} for a grant, {@code s}
 * likewise for a shared hold, {@code n} for a counted one, {@code r <attempt> <name>} for a recall,
 * {@code b <attempt> <name>} for a hold that was broken. In front of it stands the database's time
 * when it was said. What does not read like this is no push: it is passed over, since a push only
 * saves time.
 *
 * @param kind the letter
 * @param name what is locked
 * @param attempt whom it concerns
 * @param holding what was granted, and what was left of it when it was said; null if nothing was
 */
record Push(char kind, String name, String attempt, Standing.@Nullable Holding holding) {
  /*
   * A grant lasts for so long from some message of the waiting client that was processed before.
   * A client that looks at its place without writing does not wait for the transaction that grants
   * it, and is told "it waits" until that has been committed, which may be long after it read the clock
   * and wrote the expiry. So what is left is counted from after the commit, when this is said: that
   * is later than whatever was answered so.
   */

  static final char RECALL = 'r';
  static final char BROKEN = 'b';

  // Longer than any of ours: some numbers, an attempt and a name of 512 bytes, in Base64.
  private static final int LONGEST = 4_000;
  private static final int WORDS = 4;
  private static final int WORDS_OF_A_GRANT = 7;

  /** The line for a grant, up to and including a millisecond of the database's time. */
  static String granted(Mode mode, long stamp, long expires, boolean othersWait) {
    return letter(mode) + " " + stamp + " " + expires + (othersWait ? " 1" : " 0");
  }

  /** A line that begins so. */
  static String text(String begins, String attempt, String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    return begins + " " + attempt + " " + Base64.getEncoder().encodeToString(bytes);
  }

  private static char letter(Mode mode) {
    return switch (mode) {
      case EXCLUSIVE -> 'g';
      case SHARED -> 's';
      case COUNTED -> 'n';
    };
  }

  private static @Nullable Mode mode(String letter) {
    return switch (letter) {
      case "g" -> Mode.EXCLUSIVE;
      case "s" -> Mode.SHARED;
      case "n" -> Mode.COUNTED;
      default -> null;
    };
  }

  /** Reads a time and a line; null if it is none of ours, or of a grant that is over. */
  static @Nullable Push read(String line) {
    String[] words = line.length() > LONGEST ? new String[0] : line.split(" ", -1);
    try {
      return words.length < WORDS ? null : read(words);
    } catch (IllegalArgumentException | ArithmeticException malformed) {
      return null;
    }
  }

  private static @Nullable Push read(String[] words) {
    long saidAt = Long.parseLong(words[0]);
    String attempt = words[words.length - 2];
    String name = name(words[words.length - 1]);
    if (attempt.isEmpty() || name.isEmpty() || words[1].length() != 1) {
      return null;
    }
    char kind = words[1].charAt(0);
    Mode mode = mode(words[1]);
    if (mode != null && words.length == WORDS_OF_A_GRANT) {
      long stamp = Long.parseLong(words[2]);
      long left = Math.subtractExact(Long.parseLong(words[3]), saidAt);
      boolean othersWait = words[4].equals("1");
      return stamp <= 0 || left <= 0
          ? null
          : new Push(kind, name, attempt, new Standing.Holding(stamp, left, othersWait, mode));
    }
    boolean isWord = words.length == WORDS && (kind == RECALL || kind == BROKEN);
    return isWord ? new Push(kind, name, attempt, null) : null;
  }

  private static String name(String word) {
    return new String(Base64.getDecoder().decode(word), StandardCharsets.UTF_8);
  }
}
