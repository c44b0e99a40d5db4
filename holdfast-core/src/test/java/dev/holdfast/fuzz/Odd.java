package dev.holdfast.fuzz;

import java.time.Duration;
import java.util.List;
import java.util.Random;

/** A generator of odd values; the same seed makes the same ones. */
public final class Odd {
  /** How many of each kind: {@code -Dholdfast.fuzz}. */
  public static final int CASES = Integer.getInteger("holdfast.fuzz", 20_000);

  /** {@code -Dholdfast.seed}. */
  public static final long SEED = Long.getLong("holdfast.seed", 20_261_120L);

  private static final String PUNCTUATION = ":/?#[]@!$&'()*+,;=%{}|\\^`<>\" \t\n\r\0.-_~";
  private static final List<String> PIECES =
      List.of(
          "redis",
          "rediss",
          "sqlite",
          "memory",
          "jdbc:mysql",
          "redis+sentinel",
          "://",
          ":",
          "//",
          "localhost",
          ":6379",
          "[::1]",
          "?",
          "&",
          "=",
          "%",
          "%2",
          "%zz",
          "%00",
          "password=",
          "pwd=",
          "namespace=",
          "user:",
          "@",
          "/0",
          "..",
          "{",
          "}",
          "{a}",
          "hf1:",
          "\0",
          "\uD83D\uDD12",
          "\uD83D",
          "\uDD12",
          "\u00e9",
          "e\u0301",
          "\u202e",
          "A",
          "a",
          " ",
          "\n");

  private static final Duration LEAST = Duration.ofDays(-36_500);

  private final Random random;

  public Odd(long seed) {
    this.random = new Random(seed);
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  <T> T oneOf(List<T> values) {
    return values.get(below(values.size()));
  }

  /** Letters and digits only. */
  String word(int most) {
    StringBuilder text = new StringBuilder();
    for (int left = 1 + below(most); left > 0; left--) {
      text.append((char) ('a' + below(26)));
    }
    return text.toString();
  }

  /** Anything: pieces of URLs and keys, punctuation, any char, surrogates without a partner. */
  String text(int pieces) {
    StringBuilder text = new StringBuilder();
    for (int left = below(pieces + 1); left > 0; left--) {
      switch (below(6)) {
        case 0 -> text.append((char) below(0x10000));
        case 1 -> text.append(PUNCTUATION.charAt(below(PUNCTUATION.length())));
        case 2 -> text.appendCodePoint(below(0x110000));
        case 3 -> text.append(word(8));
        default -> text.append(oneOf(PIECES));
      }
    }
    return text.toString();
  }

  /** From minus a hundred years to the longest there is. */
  Duration duration() {
    Duration any = anyDuration();
    return any.compareTo(LEAST) < 0 ? LEAST : any;
  }

  private Duration anyDuration() {
    return switch (below(8)) {
      case 0 -> Duration.ZERO;
      case 1 -> Duration.ofSeconds(random.nextLong());
      case 2 -> Duration.ofNanos(random.nextLong());
      case 3 -> Duration.ofMillis(below(100));
      case 4 -> Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
      case 5 -> Duration.ofSeconds(Long.MIN_VALUE);
      case 6 -> Duration.ofNanos(below(2_000_000));
      default -> Duration.ofMillis(below(100_000_000));
    };
  }
}
