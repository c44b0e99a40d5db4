package dev.holdfast.internal.text;

import java.time.Duration;
import java.util.Locale;

/** Durations as people read them, and within what a clock can count. */
public final class Durations {
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private Durations() {}

  /**
   * {@code 250 ms}, {@code 2.5 s}, {@code 90 s}, {@code 5 min}, {@code 3 h}, {@code more than
   * 876000 h}.
   */
  public static String text(Duration duration) {
    if (duration.compareTo(LONGEST) > 0) {
      return "more than " + text(LONGEST);
    }
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
   * A hundred years at most, either way: as good as no limit, and no nanosecond count overflows.
   */
  public static Duration clamp(Duration duration) {
    if (duration.compareTo(LONGEST) > 0) {
      return LONGEST;
    }
    return duration.compareTo(LONGEST.negated()) < 0 ? LONGEST.negated() : duration;
  }
}
