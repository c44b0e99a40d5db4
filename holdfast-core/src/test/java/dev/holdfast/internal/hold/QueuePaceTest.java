package dev.holdfast.internal.hold;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.Standing;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How often a place in the store's queue is looked at. */
class QueuePaceTest {
  private static final long POLL_NANOS = MILLISECONDS.toNanos(50);

  private static Standing.Queued behind(long ahead) {
    return new Standing.Queued(ahead, 1_000, "b/h/1/n/1");
  }

  private static long pauseMillis(QueuePace pace) {
    return NANOSECONDS.toMillis(pace.nextPauseNanos(POLL_NANOS));
  }

  @Test
  void looksAreFrequentUntilTheQueueStandsStill() {
    QueuePace pace = new QueuePace();
    List<Long> pauses = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      pace.placed(behind(2), 0);
      pauses.add(pauseMillis(pace));
    }
    assertEquals(List.of(3L, 3L, 3L, 3L, 6L, 6L, 6L, 6L, 12L), pauses);
    for (int i = 0; i < 40; i++) {
      pace.placed(behind(2), 0);
      assertTrue(pauseMillis(pace) <= 3 * 50, "the poll interval for each before it");
    }
    pace.placed(behind(1), MILLISECONDS.toNanos(1));
    assertEquals(2, pauseMillis(pace));
  }

  /** A hundred wait, and each is served after 20 ms: what looks cost, and who is served late. */
  @Test
  void aCrowdLooksSeldomAndEachInTime() {
    int crowd = 100;
    long served = MILLISECONDS.toNanos(20);
    long looks = 0;
    long late = 0;
    for (int waiting = 1; waiting <= crowd; waiting++) {
      QueuePace one = new QueuePace();
      long now = 0;
      while (now < waiting * served) {
        one.placed(behind(waiting - 1 - now / served), now);
        now += one.nextPauseNanos(POLL_NANOS);
        looks++;
      }
      late += now - waiting * served;
    }
    assertTrue(looks <= 30L * crowd, looks + " looks");
    assertTrue(
        late <= crowd * MILLISECONDS.toNanos(10),
        NANOSECONDS.toMillis(late) + " ms late, all together");
  }
}
