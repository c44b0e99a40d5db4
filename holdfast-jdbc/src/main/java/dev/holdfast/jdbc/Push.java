package dev.holdfast.jdbc;

import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * What a client is told without being asked, as one line of ASCII, whatever the encoding of the
 * database: {@code g <stamp> <ms left> <1 if others wait> <attempt> <name>} for a grant, {@code s}
 * likewise for a shared hold, {@code n} for a counted one, {@code r <attempt> <name>} for a recall,
 * {@code b <attempt> <name>} for a hold that was broken. A line that does not read like this is no
 * push: it is passed over, since a push only saves time.
 *
 * @param kind the letter
 * @param name what is locked
 * @param attempt whom it concerns
 * @param holding what was granted; null if nothing was
 */
record Push(char kind, String name, String attempt, Standing.@Nullable Holding holding) {
  static final char RECALL = 'r';
  static final char BROKEN = 'b';

  // Longer than any of ours: three numbers, an attempt and a name of 512 bytes, in Base64.
  private static final int LONGEST = 4_000;
  private static final int WORDS = 3;
  private static final int WORDS_OF_A_GRANT = 6;

  static Push granted(String name, String attempt, Standing.Holding holding) {
    return new Push(letter(holding.mode()), name, attempt, holding);
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

  /** The line. */
  String text() {
    StringBuilder text = new StringBuilder().append(kind);
    if (holding != null) {
      text.append(' ').append(holding.stamp()).append(' ').append(holding.remainingMillis());
      text.append(holding.othersWait() ? " 1" : " 0");
    }
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    text.append(' ').append(attempt);
    return text.append(' ').append(Base64.getEncoder().encodeToString(bytes)).toString();
  }

  /** Reads a line; null if it is none of ours. */
  static @Nullable Push read(String line) {
    String[] words = line.length() > LONGEST ? new String[0] : line.split(" ", -1);
    try {
      return words.length < WORDS ? null : read(words);
    } catch (IllegalArgumentException malformed) {
      return null;
    }
  }

  private static @Nullable Push read(String[] words) {
    String attempt = words[words.length - 2];
    String name = name(words[words.length - 1]);
    if (attempt.isEmpty() || name.isEmpty()) {
      return null;
    }
    Mode mode = mode(words[0]);
    if (mode != null && words.length == WORDS_OF_A_GRANT) {
      long stamp = Long.parseLong(words[1]);
      long left = Long.parseLong(words[2]);
      boolean othersWait = words[3].equals("1");
      if (stamp <= 0 || left < 0) {
        return null;
      }
      return granted(name, attempt, new Standing.Holding(stamp, left, othersWait, mode));
    }
    boolean isWord = words.length == WORDS && (words[0].equals("r") || words[0].equals("b"));
    return isWord ? new Push(words[0].charAt(0), name, attempt, null) : null;
  }

  private static String name(String word) {
    return new String(Base64.getDecoder().decode(word), StandardCharsets.UTF_8);
  }
}
