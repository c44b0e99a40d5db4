package dev.holdfast.internal.text;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people read them, and within what a clock can count. */
public final class Durations {
  private static final Duration LONGEST = Duration.ofDays(36_500);
  private static final Pattern TIME = Pattern.compile("(?<number>[0-9]{1,9})(?<unit>ms|s|m|h|d)");

  private Durations() {}

  /** {@code 250 ms}, {@code 2.5 s}, {@code 90 s}, {@code 5 min}, {@code 3 h}. */
  public static String text(Duration duration) {
    long millis = clamp(duration).toMillis();
    if (Math.abs(millis) < 1_000) {
      return millis + " ms";
    } else if (millis % 3_600_000 == 0) {
      return millis / 3_600_000 + " h";
    } else if (millis % 60_000 == 0) {
      return millis / 60_000 + " min";
    }
    return millis % 1_000 == 0
        ? millis / 1_000 + " s"
        : String.format(Locale.ROOT, "%.1f s", millis / 1_000.0);
  }

  /**
   * Reads {@code 250ms}, {@code 10s}, {@code 5m}, {@code 2h}, {@code 1d}, {@code 0} or an ISO-8601
   * duration.
   *
   * @throws IllegalArgumentException if it is none of these
   */
  public static Duration parse(String text) {
    Matcher time = TIME.matcher(text);
    if (time.matches()) {
      return Duration.of(Long.parseLong(time.group("number")), unit(time.group("unit")));
    }
    try {
      return text.equals("0") ? Duration.ZERO : Duration.parse(text);
    } catch (DateTimeParseException neither) {
      throw new IllegalArgumentException(
          "'" + text + "' is no time; write 250ms, 10s, 5m, 2h, 1d, 0 or PT1H30M", neither);
    }
  }

  private static ChronoUnit unit(String unit) {
    return switch (unit) {
      case "ms" -> ChronoUnit.MILLIS;
      case "s" -> ChronoUnit.SECONDS;
      case "m" -> ChronoUnit.MINUTES;
      case "h" -> ChronoUnit.HOURS;
      default -> ChronoUnit.DAYS; // of 24 hours
    };
  }

  /**
   * A hundred years at most, either way: as good as no limit, and no nanosecond count overflows.
   */
  public static Duration clamp(Duration duration) {
    if (duration.compareTo(LONGEST) > 0) {
      return LONGEST;
    }
    return duration.compareTo(LONGEST.negated()) < 0 ? LONGEST.negated() : duration;
  }
}
