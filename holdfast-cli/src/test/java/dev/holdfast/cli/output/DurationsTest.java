package dev.holdfast.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DurationsTest {
  @ParameterizedTest
  @CsvSource({"500ms, PT0.5S", "0, PT0S", "1h30m, PT1H30M", "PT30S, PT30S"})
  void isRead(String text, Duration duration) {
    assertEquals(duration, Durations.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "-5s", "5\u001bs"})
  void isRefusedWithAdvice(String text) {
    var refused = assertThrows(IllegalArgumentException.class, () -> Durations.parse(text));
    assertTrue(refused.getMessage().contains("write 500ms, 30s"), refused.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0 ms",
    "PT-3S, 0 ms",
    "PT0.35S, 350 ms",
    "PT1S, 1 s",
    "PT1.29S, 1.2 s",
    "PT9.99S, 9.9 s",
    "PT12.7S, 12 s",
    "PT3M20S, 3 min 20 s",
    "PT3M, 3 min",
    "PT2H5M7S, 2 h 5 min",
    "PT49H, 2 d 1 h"
  })
  void isShown(Duration duration, String shown) {
    assertEquals(shown, Durations.show(duration));
  }
}
