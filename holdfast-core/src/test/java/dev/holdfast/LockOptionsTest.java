package dev.holdfast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Each option is kept, bounded as its description says, and changes no other. */
class LockOptionsTest {
  private static final LockOptions NONE = LockOptions.defaults();

  @Test
  void everyOptionIsKept() {
    LockOptions options =
        NONE.lease(Duration.ofSeconds(10))
            .margin(Duration.ofSeconds(1))
            .renew(false)
            .maxHold(Duration.ofSeconds(2))
            .holdAtLeast(Duration.ofSeconds(3))
            .lendingBudget(4, Duration.ofSeconds(5))
            .linger(Duration.ofSeconds(6))
            .pollInterval(Duration.ofSeconds(7))
            .patience(Duration.ofSeconds(8));
    assertEquals(Duration.ofSeconds(10), options.lease());
    assertEquals(Optional.of(Duration.ofSeconds(1)), options.margin());
    assertEquals(false, options.renew());
    assertEquals(Optional.of(Duration.ofSeconds(2)), options.maxHold());
    assertEquals(Duration.ofSeconds(3), options.holdAtLeast());
    assertEquals(4, options.lends());
    assertEquals(Duration.ofSeconds(5), options.lendingTime());
    assertEquals(Duration.ofSeconds(6), options.linger());
    assertEquals(Duration.ofSeconds(7), options.pollInterval());
    assertEquals(Duration.ofSeconds(8), options.patience());
    assertEquals(
        "LockOptions[lease=PT10S, margin=PT1S, renew=false, maxHold=PT2S, holdAtLeast=PT3S,"
            + " lendingBudget=4/PT5S, linger=PT6S, pollInterval=PT7S, patience=PT8S]",
        options.toString());
  }

  @Test
  void withoutOptionsThoseOfTheDescriptionHold() {
    assertEquals(
        "LockOptions[lease=PT30S, renew=true, holdAtLeast=PT0S, lendingBudget=32/PT0.01S,"
            + " linger=PT0S, pollInterval=PT0.05S, patience=PT30S]",
        NONE.toString());
    assertEquals(Optional.empty(), NONE.margin());
    assertEquals(Optional.empty(), NONE.maxHold());
    assertSame(NONE, LockOptions.defaults());
  }

  @Test
  void eachDurationIsBoundedAtBothEnds() {
    bounded(NONE::lease, Duration.ofMillis(1), Duration.ofDays(365));
    bounded(NONE::margin, Duration.ofMillis(1), Duration.ofSeconds(15));
    bounded(NONE::maxHold, Duration.ofMillis(1), Duration.ofDays(365));
    bounded(NONE::holdAtLeast, Duration.ZERO, Duration.ofDays(365));
    bounded(time -> NONE.lendingBudget(1, time), Duration.ZERO, Duration.ofSeconds(10));
    bounded(NONE::linger, Duration.ZERO, Duration.ofHours(24));
    bounded(NONE::pollInterval, Duration.ofMillis(1), Duration.ofSeconds(10));
    bounded(NONE::patience, Duration.ZERO, Duration.ofHours(24));
  }

  private static void bounded(
      Function<Duration, LockOptions> option, Duration least, Duration most) {
    assertNotEquals(option.apply(least), option.apply(most));
    for (Duration wrong : List.of(least.minusNanos(1), most.plusNanos(1))) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> option.apply(wrong)).getMessage();
      assertTrue(message.contains("should be from"), message);
    }
    assertThrows(NullPointerException.class, () -> option.apply(null));
  }

  @Test
  void acknowledgementsAreBounded() {
    LockOptions one = NONE.acknowledgedBy(1, Duration.ofSeconds(10));
    assertEquals(1, one.acknowledgedBy());
    assertEquals(Duration.ofSeconds(10), one.acknowledgementTimeout());
    assertEquals(0, NONE.acknowledgedBy());
    assertThrows(IllegalArgumentException.class, () -> one.lease(Duration.ofSeconds(19)));
    assertEquals(one, NONE.acknowledgedBy(1, Duration.ofSeconds(10)));
    assertEquals(10, one.lease(Duration.ofSeconds(20)).acknowledgementTimeout().toSeconds());
    bounded(time -> NONE.acknowledgedBy(1, time), Duration.ofMillis(1), Duration.ofSeconds(15));
    for (int wrong : new int[] {-1, 101}) {
      assertThrows(
          IllegalArgumentException.class,
          () -> NONE.acknowledgedBy(wrong, Duration.ofSeconds(1)).acknowledgedBy());
    }
  }

  @Test
  void aWaitForOneselfFailsIfThatIsWanted() {
    LockOptions fails = NONE.failOnSelfWait(true);
    assertTrue(fails.failOnSelfWait());
    assertTrue(fails.linger(Duration.ofSeconds(1)).failOnSelfWait());
    assertEquals(false, NONE.failOnSelfWait());
    assertNotEquals(NONE, fails);
    assertEquals(NONE, fails.failOnSelfWait(false));
  }

  @Test
  void lendsAreBounded() {
    assertEquals(0, NONE.lendingBudget(0, Duration.ZERO).lends());
    assertEquals(4000, NONE.lendingBudget(4000, Duration.ZERO).lends());
    for (int wrong : new int[] {-1, 4001}) {
      assertThrows(
          IllegalArgumentException.class, () -> NONE.lendingBudget(wrong, Duration.ZERO).lends());
    }
  }

  @Test
  void aMarginStaysWithinHalfTheLease() {
    LockOptions options = NONE.margin(Duration.ofSeconds(5));
    assertEquals(Duration.ofSeconds(10), options.lease(Duration.ofSeconds(10)).lease());
    assertThrows(
        IllegalArgumentException.class, () -> options.lease(Duration.ofMillis(9_999)).lease());
  }

  @Test
  void optionsThatSayTheSameAreEqual() {
    LockOptions one = NONE.lease(Duration.ofSeconds(10)).renew(false);
    LockOptions other = NONE.renew(false).lease(Duration.ofSeconds(10));
    assertEquals(one, other);
    assertEquals(one.hashCode(), other.hashCode());
    assertNotEquals(NONE, one);
    assertNotEquals(NONE.hashCode(), one.hashCode());
    assertNotEquals(one, one.toString());
  }
}
