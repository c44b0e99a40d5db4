package dev.holdfast.lab.score;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What times come to. */
final class TimesTest {
  private static final Duration MOST = Duration.ofMillis(99);

  private static Times upTo(int millis) {
    Times times = new Times();
    for (int i = millis; i > 0; i--) {
      times.add(i * 1_000_000L);
    }
    return times;
  }

  @Test
  void percentilesAreOfTheSortedTimes() {
    Times times = upTo(1_000);
    assertEquals(Duration.ofMillis(501), times.percentile(50));
    assertEquals(Duration.ofMillis(991), times.percentile(99));
    assertEquals(Duration.ofSeconds(1), times.percentile(100));
  }

  @Test
  void ofAHundredTheLongestDecides() {
    assertTrue(upTo(99).score("m", "w", MOST).met());
    assertFalse(upTo(100).score("m", "w", MOST).met());
  }

  @Test
  void whatWasNeverSeenMeetsNoTarget() {
    assertFalse(new Times().score("m", "w", MOST).met());
  }
}
