package dev.holdfast.internal.hold;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.LockOptions;
import dev.holdfast.internal.runtime.Timers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The numbers of the protocol, as the table of bounds in the rules has them. */
class LockSettingsTest {
  private static LockSettings lease(Duration lease) {
    return new LockSettings(LockOptions.defaults().lease(lease));
  }

  @Test
  void theDefaultsAreThoseOfTheTable() {
    LockSettings settings = LockSettings.DEFAULTS;
    assertEquals(SECONDS.toNanos(30), settings.leaseNanos);
    assertEquals(30_000, settings.leaseMillis);
    assertEquals(30_000, settings.grantMillis);
    assertEquals(3_000, settings.claimMillis);
    assertEquals(MILLISECONDS.toNanos(1_500), settings.lookNanos);
    assertEquals(6_000, settings.placeMillis);
    assertEquals(60_000, settings.markMillis);
    assertEquals(SECONDS.toNanos(10), settings.renewNanos);
    assertEquals(MILLISECONDS.toNanos(500), settings.retryNanos);
    assertEquals(Timers.NEVER, settings.maxHoldNanos);
    assertEquals(Duration.ofNanos(Timers.NEVER), settings.maxHold());
    assertEquals(MILLISECONDS.toNanos(10), settings.lendingNanos);
    assertEquals(MILLISECONDS.toNanos(50), settings.pollNanos);
    assertEquals(SECONDS.toNanos(30), settings.patienceNanos);
    assertTrue(settings.renews);
  }

  @Test
  void aShortLeaseShortensTheClaimWindowAndWhatFollowsFromIt() {
    LockSettings settings = lease(Duration.ofMillis(500));
    assertEquals(500, settings.claimMillis);
    assertEquals(MILLISECONDS.toNanos(250), settings.lookNanos);
    assertEquals(1_000, settings.placeMillis);
    assertEquals(MILLISECONDS.toNanos(50), settings.retryNanos);
  }

  @Test
  void aMarkLivesAsLongAsTheLongestHold() {
    assertEquals(90_000, lease(Duration.ofSeconds(90)).markMillis);
    LockOptions hourly = LockOptions.defaults().holdAtLeast(Duration.ofHours(1));
    assertEquals(3_600_000, new LockSettings(hourly).markMillis);
  }

  @Test
  void aHoldThatMustLastIsTakenForThatLong() {
    LockOptions hourly = LockOptions.defaults().holdAtLeast(Duration.ofHours(1));
    assertEquals(3_600_000, new LockSettings(hourly).grantMillis);
    assertEquals(30_000, new LockSettings(hourly).leaseMillis);
    LockOptions short_ = LockOptions.defaults().holdAtLeast(Duration.ofSeconds(1));
    assertEquals(30_000, new LockSettings(short_).grantMillis);
  }

  @Test
  void theMarginIsAFiftiethButAtLeastTenMillisecondsAndAtMostHalf() {
    LockSettings settings = LockSettings.DEFAULTS;
    assertEquals(MILLISECONDS.toNanos(600), settings.marginNanos(SECONDS.toNanos(30)));
    assertEquals(MILLISECONDS.toNanos(10), settings.marginNanos(MILLISECONDS.toNanos(100)));
    assertEquals(MILLISECONDS.toNanos(3), settings.marginNanos(MILLISECONDS.toNanos(6)));
    assertEquals(0, settings.marginNanos(0));
  }

  @Test
  void theUsersMarginCountsAndIsAtMostHalfOfWhatIsLeft() {
    LockSettings settings = new LockSettings(LockOptions.defaults().margin(Duration.ofSeconds(5)));
    assertEquals(SECONDS.toNanos(5), settings.marginNanos(SECONDS.toNanos(30)));
    assertEquals(SECONDS.toNanos(1), settings.marginNanos(SECONDS.toNanos(2)));
  }

  @Test
  void aHoldLingersOnlyIfItMayBeLent() {
    LockOptions lingering = LockOptions.defaults().linger(Duration.ofSeconds(1));
    assertTrue(new LockSettings(lingering).mayLinger());
    assertFalse(LockSettings.DEFAULTS.mayLinger());
    assertFalse(new LockSettings(lingering.renew(false)).mayLinger());
    assertFalse(new LockSettings(lingering.holdAtLeast(Duration.ofSeconds(1))).mayLinger());
    assertTrue(LockSettings.DEFAULTS.lendable());
  }

  @Test
  void theMaximumIsToldAsItWasSet() {
    LockSettings settings = new LockSettings(LockOptions.defaults().maxHold(Duration.ofMinutes(2)));
    assertEquals(SECONDS.toNanos(120), settings.maxHoldNanos);
    assertEquals(Duration.ofMinutes(2), settings.maxHold());
  }
}
