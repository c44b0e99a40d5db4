package dev.holdfast.spi;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: one grammar for options, URLs, annotations and programs. */
public final class DurationText {
  private static final String NUMBER_AND_UNIT = "([0-9]{1,15}(?:[.][0-9]{1,9})?)(ms|s|m|h|d)";
  private static final Pattern PART = Pattern.compile(NUMBER_AND_UNIT);
  private static final Pattern PARTS = Pattern.compile("(?:" + NUMBER_AND_UNIT + "){1,9}");

  private DurationText() {}

  /**
   * Reads {@code 250ms}, {@code 10s}, {@code 5m}, {@code 2h}, {@code 1d}, several of these in a row
   * ({@code 1h30m}), {@code 1.5h}, {@code 0}, or an ISO-8601 duration such as {@code PT1H30M}.
   * Space around it does not count.
   *
   * @throws IllegalArgumentException if it is none of these, or negative, or too long for a {@code
   *     Duration}
   */
  public static Duration parse(String text) {
    String stripped = text.strip();
    try {
      if (stripped.equals("0")) {
        return Duration.ZERO;
      } else if (PARTS.matcher(stripped).matches()) {
        return sum(stripped);
      }
      Duration iso = Duration.parse(stripped);
      if (!iso.isNegative()) {
        return iso;
      }
    } catch (DateTimeException | ArithmeticException none) {
      throw new IllegalArgumentException(refusal(text), none);
    }
    throw new IllegalArgumentException(refusal(text));
  }

  private static Duration sum(String text) {
    BigDecimal nanos = BigDecimal.ZERO;
    Matcher part = PART.matcher(text);
    while (part.find()) {
      BigDecimal unit = BigDecimal.valueOf(nanosOf(part.group(2)));
      nanos = nanos.add(new BigDecimal(part.group(1)).multiply(unit));
    }
    BigDecimal[] seconds = nanos.divideAndRemainder(BigDecimal.valueOf(nanosOf("s")));
    return Duration.ofSeconds(seconds[0].longValueExact(), seconds[1].longValue());
  }

  private static long nanosOf(String unit) {
    return switch (unit) {
      case "ms" -> 1_000_000L;
      case "s" -> 1_000_000_000L;
      case "m" -> 60_000_000_000L;
      case "h" -> 3_600_000_000_000L;
      default -> 86_400_000_000_000L; // a day of 24 hours
    };
  }

  private static String refusal(String text) {
    return "'" + text + "' is no time; write 250ms, 10s, 5m, 2h, 1d, 1h30m, 0 or PT1H30M";
  }
}
