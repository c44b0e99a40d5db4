package dev.holdfast.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Pauses double, up to the longest and no further. */
final class BackoffTest {
  private static final Duration FIRST = Duration.ofMillis(20);

  private static List<Long> millis(Duration longest) {
    Backoff backoff = new Backoff(FIRST, longest);
    return IntStream.range(0, 6).mapToObj(before -> backoff.nanos(before) / 1_000_000).toList();
  }

  @Test
  void pausesDoubleUpToTheLongest() {
    assertEquals(List.of(20L, 40L, 80L, 160L, 320L, 500L), millis(Duration.ofMillis(500)));
    assertEquals(List.of(20L, 20L, 20L, 20L, 20L, 20L), millis(FIRST));
  }

  /** However long it is: no number of doublings stands in its way. */
  @Test
  void theLongestIsReachedAndNothingOverflows() {
    Duration longest = Duration.ofDays(36_500);
    Backoff backoff = new Backoff(FIRST, longest);
    long last = 0;
    for (int before = 0; before < 200; before++) {
      long pause = backoff.nanos(before);
      assertEquals(last == 0 ? FIRST.toNanos() : Math.min(2 * last, longest.toNanos()), pause);
      last = pause;
    }
    assertEquals(longest.toNanos(), last);
    assertEquals(longest.toNanos(), backoff.nanos(Integer.MAX_VALUE));
  }

  @Test
  void pausesThatMakeNoSenseAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Backoff(Duration.ZERO, FIRST));
    assertThrows(IllegalArgumentException.class, () -> new Backoff(FIRST.negated(), FIRST));
    assertThrows(IllegalArgumentException.class, () -> new Backoff(FIRST, Duration.ofMillis(19)));
  }
}
