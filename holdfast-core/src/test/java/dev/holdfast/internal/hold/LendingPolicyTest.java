package dev.holdfast.internal.hold;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.LockOptions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A hold is lent without end while no other client waits, and within a budget once one does. */
final class LendingPolicyTest {
  private static final LockSettings TWICE =
      new LockSettings(LockOptions.defaults().lendingBudget(2, Duration.ofNanos(100)));

  private final LendingPolicy lending = new LendingPolicy(5);

  @Test
  void withoutOtherWaitersNothingEndsIt() {
    for (int i = 0; i < 1_000; i++) {
      assertTrue(lending.mayLend(TWICE, i));
      lending.lent();
    }
  }

  @Test
  void onceAnotherClientWaitsLendsAreCounted() {
    lending.recalled(TWICE, 10);
    assertTrue(lending.othersWait());
    lending.lent();
    lending.recalled(TWICE, 11); // the budget began with the first word
    assertTrue(lending.mayLend(TWICE, 11));
    lending.lent();
    assertFalse(lending.mayLend(TWICE, 11));
  }

  @Test
  void andTheTimeIsBounded() {
    lending.recalled(TWICE, 10);
    assertTrue(lending.mayLend(TWICE, 109));
    assertFalse(lending.mayLend(TWICE, 110));
  }

  @Test
  void anAnswerToAnOlderRequestDoesNotTakeARecallBack() {
    lending.recalled(TWICE, 10);
    lending.answered(false, 10, TWICE, 12);
    assertTrue(lending.othersWait());
    lending.answered(false, 11, TWICE, 12);
    assertFalse(lending.othersWait());
  }

  @Test
  void norDoesItTakeAnAnswerBackThatCameBefore() {
    lending.answered(true, 20, TWICE, 22);
    lending.answered(false, 15, TWICE, 23);
    assertTrue(lending.othersWait());
    lending.answered(false, 21, TWICE, 24);
    assertFalse(lending.othersWait());
  }

  @Test
  void theGrantItselfMaySayThatOthersWait() {
    lending.answered(true, 5, TWICE, 6);
    assertTrue(lending.othersWait());
  }

  @Test
  void aHoldWhoseEndDependsOnItsLeaseIsNotLent() {
    assertFalse(
        lending.mayLend(
            new LockSettings(LockOptions.defaults().holdAtLeast(Duration.ofSeconds(1))), 1));
  }
}
