package dev.holdfast.cli.output;

import dev.holdfast.spi.DurationText;
import java.time.Duration;
import java.util.Locale;

/** Durations as people write and read them: {@code 500ms}, {@code 30s}, {@code 1h30m}. */
public final class Durations {
  private Durations() {}

  /**
   * Reads {@code 500ms}, {@code 30s}, {@code 2m}, {@code 1h30m}, {@code 1.5h}, {@code 1d}, {@code
   * 0} or an ISO-8601 duration such as {@code PT30S}.
   *
   * @throws IllegalArgumentException if it is none of these
   */
  public static Duration parse(String text) {
    try {
      return DurationText.parse(text);
    } catch (IllegalArgumentException wrong) {
      throw new IllegalArgumentException(
          "'" + Text.visible(text) + "' is not a duration; write 500ms, 30s, 2m, 1h30m or PT30S");
    }
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
