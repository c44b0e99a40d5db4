package dev.holdfast.internal;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.LockOptions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The numbers of the protocol, as the table of bounds in the rules has them. */
class TermsTest {
  private static Terms lease(Duration lease) {
    return new Terms(LockOptions.defaults().lease(lease));
  }

  @Test
  void theDefaultsAreThoseOfTheTable() {
    Terms terms = Terms.DEFAULTS;
    assertEquals(SECONDS.toNanos(30), terms.leaseNanos);
    assertEquals(30_000, terms.leaseMillis);
    assertEquals(30_000, terms.grantMillis);
    assertEquals(3_000, terms.claimMillis);
    assertEquals(MILLISECONDS.toNanos(1_500), terms.intervalNanos);
    assertEquals(6_000, terms.placeMillis);
    assertEquals(60_000, terms.markMillis);
    assertEquals(SECONDS.toNanos(10), terms.renewNanos);
    assertEquals(MILLISECONDS.toNanos(500), terms.retryNanos);
    assertEquals(Terms.NEVER, terms.maxHoldNanos);
    assertEquals(Duration.ofNanos(Terms.NEVER), terms.maxHold());
    assertEquals(MILLISECONDS.toNanos(10), terms.lendingNanos);
    assertEquals(MILLISECONDS.toNanos(50), terms.pollNanos);
    assertEquals(SECONDS.toNanos(30), terms.patienceNanos);
    assertTrue(terms.renews);
  }

  @Test
  void aShortLeaseShortensTheClaimWindowAndWhatFollowsFromIt() {
    Terms terms = lease(Duration.ofMillis(500));
    assertEquals(500, terms.claimMillis);
    assertEquals(MILLISECONDS.toNanos(250), terms.intervalNanos);
    assertEquals(1_000, terms.placeMillis);
    assertEquals(MILLISECONDS.toNanos(50), terms.retryNanos);
  }

  @Test
  void aMarkLivesAsLongAsTheLongestHold() {
    assertEquals(90_000, lease(Duration.ofSeconds(90)).markMillis);
    LockOptions hourly = LockOptions.defaults().holdAtLeast(Duration.ofHours(1));
    assertEquals(3_600_000, new Terms(hourly).markMillis);
  }

  @Test
  void aHoldThatMustLastIsTakenForThatLong() {
    LockOptions hourly = LockOptions.defaults().holdAtLeast(Duration.ofHours(1));
    assertEquals(3_600_000, new Terms(hourly).grantMillis);
    assertEquals(30_000, new Terms(hourly).leaseMillis);
    LockOptions short_ = LockOptions.defaults().holdAtLeast(Duration.ofSeconds(1));
    assertEquals(30_000, new Terms(short_).grantMillis);
  }

  @Test
  void theMarginIsAFiftiethButAtLeastTenMillisecondsAndAtMostHalf() {
    Terms terms = Terms.DEFAULTS;
    assertEquals(MILLISECONDS.toNanos(600), terms.marginNanos(SECONDS.toNanos(30)));
    assertEquals(MILLISECONDS.toNanos(10), terms.marginNanos(MILLISECONDS.toNanos(100)));
    assertEquals(MILLISECONDS.toNanos(3), terms.marginNanos(MILLISECONDS.toNanos(6)));
    assertEquals(0, terms.marginNanos(0));
  }

  @Test
  void theUsersMarginCountsAndIsAtMostHalfOfWhatIsLeft() {
    Terms terms = new Terms(LockOptions.defaults().margin(Duration.ofSeconds(5)));
    assertEquals(SECONDS.toNanos(5), terms.marginNanos(SECONDS.toNanos(30)));
    assertEquals(SECONDS.toNanos(1), terms.marginNanos(SECONDS.toNanos(2)));
  }

  @Test
  void aHoldLingersOnlyIfItMayBeLent() {
    LockOptions lingering = LockOptions.defaults().linger(Duration.ofSeconds(1));
    assertTrue(new Terms(lingering).mayLinger());
    assertFalse(Terms.DEFAULTS.mayLinger());
    assertFalse(new Terms(lingering.renew(false)).mayLinger());
    assertFalse(new Terms(lingering.holdAtLeast(Duration.ofSeconds(1))).mayLinger());
    assertTrue(Terms.DEFAULTS.lendable());
  }

  @Test
  void theMaximumIsToldAsItWasSet() {
    Terms terms = new Terms(LockOptions.defaults().maxHold(Duration.ofMinutes(2)));
    assertEquals(SECONDS.toNanos(120), terms.maxHoldNanos);
    assertEquals(Duration.ofMinutes(2), terms.maxHold());
  }
}
