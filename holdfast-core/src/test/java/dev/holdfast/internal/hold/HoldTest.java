package dev.holdfast.internal.hold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.LockOptions;
import dev.holdfast.internal.runtime.Timers;
import dev.holdfast.internal.text.Tokens;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class HoldTest {
  private static final LockSettings RENEWS = new LockSettings(LockOptions.defaults());
  private static final LockSettings RENEWS_NEVER =
      new LockSettings(LockOptions.defaults().lease(Duration.ofSeconds(2)).renew(false));

  private static Hold granted(LockSettings settings) {
    Standing.Holding standing =
        new Standing.Holding(1_800_000_000_000_000L, settings.leaseMillis, false);
    return new Hold("c/h/1/n/1", settings, standing, 0, true, 0);
  }

  private static long leaseMillis(KeepAlive renewal) {
    return ((KeepAlive.Hold) renewal).leaseMillis();
  }

  /** Found by the simulation, seed 2052055: the lease was not renewed though its lock renews. */
  @Test
  void whoGetsWhatAnotherAskedForGetsItByItsOwnTerms() {
    Hold hold = granted(RENEWS_NEVER);
    assertEquals(Timers.NEVER, hold.renewAt());
    hold.serve(RENEWS, 5);
    assertEquals(5 + TimeUnit.MILLISECONDS.toNanos(50), hold.renewAt());
    assertEquals(RENEWS.grantMillis, leaseMillis(hold.renewal("a", RENEWS)));
  }

  @Test
  void whoGetsWhatItAskedForNeedsNoWordToTheStore() {
    Hold hold = granted(RENEWS);
    hold.serve(RENEWS, 5);
    assertEquals(RENEWS.renewNanos, hold.renewAt());
  }

  /** Else it would be renewed twenty times a second, or too late, and never lent. */
  @Test
  void aSessionsHoldIsRenewedAfterAThirdOfWhatIsCertain() {
    Standing.Holding standing = new Standing.Holding(1_800_000_000_000_000L, 6_000, false);
    Hold hold = new Hold("c/h/1/n/1", RENEWS, standing, 0, false, 0);
    hold.lastsForASession(RENEWS, standing, 0);
    assertEquals(hold.deadline() / 3, hold.renewAt());
    assertTrue(hold.mayServe(RENEWS, 1));
    hold.serve(RENEWS, 1);
    assertTrue(hold.mayServe(RENEWS, hold.deadline() / 2), "it may be lent");
    assertFalse(hold.mayServe(RENEWS, hold.deadline() - 1), "so little is not lent");
    long later = TimeUnit.SECONDS.toNanos(1);
    boolean unused = hold.renewed(RENEWS, standing, later, later);
    assertEquals(later + (hold.deadline() - later) / 3, hold.renewAt());
  }

  /** A server's clock that was set back by an hour makes an hour of a lease of two seconds. */
  @Test
  void aClientNeverBelievesForLongerThanItAskedFor() {
    Standing.Holding anHour = new Standing.Holding(1_800_000_000_000_000L, 3_600_000, false);
    Hold hold = new Hold("c/h/1/n/1", RENEWS_NEVER, anHour, 0, true, 0);
    assertEquals(granted(RENEWS_NEVER).deadline(), hold.deadline());
    Hold renewed = granted(RENEWS);
    long later = TimeUnit.SECONDS.toNanos(1);
    boolean unused = renewed.renewed(RENEWS, anHour, later, later);
    assertEquals(later + granted(RENEWS).deadline(), renewed.deadline());
  }

  /** Without renewal a lease lasts for as long as its own terms say, not another's. */
  @Test
  void whoDoesNotRenewGetsItsLeaseAllTheSame() {
    LockSettings longer = new LockSettings(LockOptions.defaults().renew(false));
    Hold hold = granted(RENEWS_NEVER);
    hold.serve(longer, 5);
    assertEquals(longer.leaseMillis, leaseMillis(hold.renewal("a", longer)));
    long later = TimeUnit.MILLISECONDS.toNanos(60);
    Standing.Holding renewed =
        new Standing.Holding(1_800_000_000_000_000L, longer.leaseMillis, false);
    boolean unused = hold.renewed(longer, renewed, later, later);
    assertEquals(Timers.NEVER, hold.renewAt());
  }

  /** Else a client has one turn for each time that it queues, beside others' turns of 32. */
  @Test
  void aHoldThatWasHandedOverIsLentBeforeItIsClaimed() {
    Standing.Holding standing =
        new Standing.Holding(1_800_000_000_000_000L, RENEWS.claimMillis, false);
    Hold hold = new Hold("c/h/1/n/1", RENEWS, standing, 0, false, 0);
    hold.serve(RENEWS, 0);
    assertTrue(hold.mayServe(RENEWS, 0));
    hold.serve(RENEWS, 1);
    assertEquals(TimeUnit.MILLISECONDS.toNanos(50), hold.renewAt(), "the claim is not put off");
    long thin = hold.deadline() - TimeUnit.MILLISECONDS.toNanos(RENEWS.claimMillis) / 5;
    assertTrue(hold.mayServe(RENEWS, thin));
    assertFalse(hold.mayServe(RENEWS, thin + 1));
  }

  /**
   * Found by the simulation, seed 93691: the borrower's lease was over before its first renewal.
   */
  @Test
  void whoBorrowsWhileAShorterLeaseIsRenewedIsRenewedItself() {
    LockSettings shorter = new LockSettings(LockOptions.defaults().lease(Duration.ofSeconds(2)));
    Standing.Holding standing =
        new Standing.Holding(1_800_000_000_000_000L, shorter.leaseMillis, false);
    Hold hold = new Hold("c/h/1/n/1", shorter, standing, 0, false, 0);
    hold.serve(shorter, 0);
    assertEquals(shorter.leaseMillis, leaseMillis(hold.renewal("a", shorter)));
    assertTrue(hold.mayServe(RENEWS, 1));
    hold.serve(RENEWS, 1);
    boolean unused = hold.renewed(RENEWS, standing, 0, 2);
    assertEquals(2 + TimeUnit.MILLISECONDS.toNanos(50), hold.renewAt());
    assertEquals(RENEWS.leaseMillis, leaseMillis(hold.renewal("a", RENEWS)));
  }

  /**
   * Found by a model: the answer to a renewal may show an upgrade before the upgrade's own does.
   */
  @Test
  void whatLooksLikeAnUpgradeIsNotUndoneBeforeItsAnswer() {
    long stamp = 1_800_000_000_000_000L;
    LockSettings reads = new LockSettings(Mode.SHARED, LockOptions.defaults());
    Standing.Holding shared = new Standing.Holding(stamp, reads.leaseMillis, false, Mode.SHARED);
    Hold hold = new Hold("c/h/1/n/1", reads, shared, 0, true, 0);
    assertEquals(stamp, hold.upgrade("a", RENEWS).stamp());
    Standing.Holding exclusive = new Standing.Holding(stamp + 5, RENEWS.leaseMillis, false);
    boolean unused = hold.renewed(reads, exclusive, 1, 2);
    assertTrue(hold.renewAt() > 2);
    assertInstanceOf(KeepAlive.Hold.class, hold.renewal("a", reads));
    hold.upgraded(exclusive, stamp);
    assertEquals(Mode.EXCLUSIVE, hold.mode());
    assertEquals(Tokens.first(stamp + 5), hold.nextToken());
  }

  /** So fast, a stamp's own tokens are gone after 1.4 ms; those that the next one brings last. */
  @Test
  void aHoldThatIsLentAsFastAsCanBeAsksForOneStampInItsFirstSecond() {
    Hold hold = granted(RENEWS);
    long answerAt = Timers.NEVER;
    int asked = 0;
    for (long now = 0; now < TimeUnit.SECONDS.toNanos(1); now += 350) {
      assertTrue(hold.mayServe(RENEWS, now), "there is no token left");
      hold.serve(RENEWS, now);
      long unused = hold.nextToken();
      if (hold.isRenewalDue(now)) {
        assertTrue(((KeepAlive.Hold) hold.renewal("a", RENEWS)).newStamp());
        asked++;
        answerAt = now + TimeUnit.MICROSECONDS.toNanos(300);
      } else if (now >= answerAt) {
        long stamp = 1_800_000_000_000_000L + TimeUnit.NANOSECONDS.toMicros(now);
        Standing.Holding answer = new Standing.Holding(stamp, RENEWS.leaseMillis, false);
        boolean safeAgain = hold.renewed(RENEWS, answer, now, now);
        assertFalse(safeAgain);
        answerAt = Timers.NEVER;
      }
    }
    assertEquals(1, asked);
  }
}
