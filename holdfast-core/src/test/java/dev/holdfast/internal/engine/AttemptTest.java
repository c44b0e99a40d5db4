package dev.holdfast.internal.engine;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.runtime.Timers;
import dev.holdfast.spi.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What is sent for an attempt, and when. */
class AttemptTest {
  private final Attempt attempt = new Attempt("c/h/1/n/1", LockSettings.DEFAULTS, true, 0);

  private List<Long> pausesAfterFailures(boolean nobodyWaits) {
    List<Long> millis = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      millis.add(NANOSECONDS.toMillis(attempt.failed(nobodyWaits)));
    }
    return millis;
  }

  private static Standing.Queued behind(long ahead) {
    return new Standing.Queued(ahead, 1_000, "b/h/1/n/1");
  }

  @Test
  void pausesDoubleUpToTwoSecondsWhenNobodyWaits() {
    assertEquals(
        List.of(20L, 40L, 80L, 160L, 320L, 640L, 1_280L, 2_000L, 2_000L, 2_000L),
        pausesAfterFailures(true));
  }

  @Test
  void pausesStayShortWhileSomebodyWaits() {
    assertEquals(
        List.of(20L, 40L, 80L, 160L, 320L, 500L, 500L, 500L, 500L, 500L),
        pausesAfterFailures(false));
  }

  @Test
  void anAnswerMakesPausesShortAgain() {
    pausesAfterFailures(true);
    attempt.placed(behind(1), 0);
    assertEquals(MILLISECONDS.toNanos(20), attempt.failed(true));
  }

  @Test
  void whatFailedIsRepeatedAtOnceWhenSomebodyAsks() {
    attempt.dueAt(100);
    attempt.hurry(7);
    assertEquals(100, attempt.dueAt(), "nothing failed, so nothing is repeated");
    attempt.failed(true);
    attempt.hurry(7);
    assertEquals(7, attempt.dueAt());
  }

  @Test
  void nothingIsDueWhileAMessageIsUnderWay() {
    attempt.dueAt(100);
    assertFalse(attempt.isDue(99));
    assertTrue(attempt.isDue(100));
    attempt.sent();
    assertEquals(Timers.NEVER, attempt.dueAt());
    attempt.failed(true);
    assertEquals(100, attempt.dueAt());
    attempt.sent();
    attempt.placed(behind(1), 0);
    assertEquals(100, attempt.dueAt());
  }

  @Test
  void whatIsOwedIsRoundedUp() {
    attempt.keepFor(1);
    assertEquals(1, attempt.keepMillis());
    attempt.keepFor(1_000_000);
    assertEquals(1, attempt.keepMillis());
    attempt.keepFor(1_000_001);
    assertEquals(2, attempt.keepMillis());
    attempt.keepFor(0);
    assertEquals(0, attempt.keepMillis());
  }

  @Test
  void itsEndIsToldToWhoeverAskedBeforeOrAsksAfter() {
    CompletableFuture<Void> before = attempt.ended();
    assertSame(before, attempt.ended());
    assertFalse(before.isDone());
    assertFalse(attempt.isOver());
    attempt.over();
    assertTrue(before.isDone());
    assertTrue(attempt.isOver());
    Attempt unasked = new Attempt("c/h/1/n/2", LockSettings.DEFAULTS, true, 0);
    assertFalse(unasked.isOver());
    unasked.over();
    assertTrue(unasked.isOver());
    assertTrue(unasked.ended().isDone());
  }
}
