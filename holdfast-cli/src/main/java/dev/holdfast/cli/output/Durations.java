package dev.holdfast.cli.output;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write and read them: {@code 500ms}, {@code 30s}, {@code 1h30m}. */
public final class Durations {
  private static final Pattern PART =
      Pattern.compile("(?<number>\\d{1,12}(\\.\\d{1,9})?)(?<unit>ms|s|m|h|d)");
  private static final Pattern WHOLE =
      Pattern.compile("(?:\\d{1,12}(?:\\.\\d{1,9})?(?:ms|s|m|h|d))+");

  private Durations() {}

  /**
   * Reads {@code 500ms}, {@code 30s}, {@code 2m}, {@code 1h30m}, {@code 1.5h}, {@code 1d}, {@code
   * 0} or an ISO-8601 duration such as {@code PT30S}.
   *
   * @throws IllegalArgumentException if it is none of these
   */
  public static Duration parse(String text) {
    String trimmed = text.strip();
    try {
      if (trimmed.equals("0")) {
        return Duration.ZERO;
      }
      if (trimmed.startsWith("P") || trimmed.startsWith("p")) {
        Duration iso = Duration.parse(trimmed);
        if (!iso.isNegative()) {
          return iso;
        }
      } else if (WHOLE.matcher(trimmed).matches()) {
        return sum(trimmed);
      }
    } catch (DateTimeException | ArithmeticException malformed) {
      throw wrong(text);
    }
    throw wrong(text);
  }

  private static Duration sum(String text) {
    BigDecimal nanos = BigDecimal.ZERO;
    Matcher part = PART.matcher(text);
    while (part.find()) {
      nanos = nanos.add(new BigDecimal(part.group("number")).multiply(unit(part.group("unit"))));
    }
    return Duration.ofNanos(nanos.toBigInteger().longValueExact());
  }

  private static BigDecimal unit(String unit) {
    long nanos =
        switch (unit) {
          case "ms" -> 1_000_000L;
          case "s" -> 1_000_000_000L;
          case "m" -> 60_000_000_000L;
          case "h" -> 3_600_000_000_000L;
          default -> 86_400_000_000_000L;
        };
    return BigDecimal.valueOf(nanos);
  }

  private static IllegalArgumentException wrong(String text) {
    return new IllegalArgumentException(
        "'" + Text.visible(text) + "' is not a duration; write 500ms, 30s, 2m, 1h30m or PT30S");
  }

  /** A duration for a reader, to two units: {@code 350 ms}, {@code 12 s}, {@code 3 min 20 s}. */
  public static String show(Duration duration) {
    Duration shown = duration.isNegative() ? Duration.ZERO : duration;
    if (shown.compareTo(Duration.ofSeconds(1)) < 0) {
      return shown.toMillis() + " ms";
    }
    if (shown.compareTo(Duration.ofSeconds(10)) < 0 && shown.toMillisPart() >= 100) {
      return String.format(Locale.ROOT, "%.1f s", Math.floor(shown.toMillis() / 100.0) / 10);
    }
    if (shown.toMinutes() == 0) {
      return shown.toSeconds() + " s";
    }
    if (shown.toHours() == 0) {
      return two(shown.toMinutes(), "min", shown.toSecondsPart(), "s");
    }
    if (shown.toDays() == 0) {
      return two(shown.toHours(), "h", shown.toMinutesPart(), "min");
    }
    return two(shown.toDays(), "d", shown.toHoursPart(), "h");
  }

  private static String two(long large, String largeUnit, long small, String smallUnit) {
    return large + " " + largeUnit + (small == 0 ? "" : " " + small + " " + smallUnit);
  }
}
