package dev.holdfast.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The grammar of durations, which options, URLs, annotations and programs share. */
final class DurationTextTest {
  @ParameterizedTest
  @CsvSource({
    "500ms, PT0.5S",
    "30s, PT30S",
    "0, PT0S",
    "0s, PT0S",
    "2m, PT2M",
    "1h, PT1H",
    "1d, PT24H",
    "999999999s, PT999999999S",
    "000000000000001s, PT1S",
    "1h30m, PT1H30M",
    "1d2h3m4s5ms, PT26H3M4.005S",
    "30m1h, PT1H30M",
    "1.5s, PT1.5S",
    "1.5h, PT1H30M",
    "0.000000001s, PT0.000000001S",
    "PT30S, PT30S",
    "pt1m, PT1M",
    "P2D, PT48H",
    "PT9999999H, PT9999999H",
    "' 5s ', PT5S"
  })
  void isRead(String text, Duration duration) {
    assertEquals(duration, DurationText.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "5",
        "s",
        "-5s",
        "PT-5S",
        "5 s",
        "1h 30m",
        "5sec",
        "5S",
        "1e3s",
        "1.s",
        ".5s",
        "1h30",
        "999999999999999d",
        "1234567890123456ms",
        "P",
        "\u0663s"
      })
  void isRefusedWithAdvice(String text) {
    var refused = assertThrows(IllegalArgumentException.class, () -> DurationText.parse(text));
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.startsWith("'" + text + "' is no time; write 250ms, 10s"), message);
  }
}
