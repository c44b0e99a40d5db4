package dev.holdfast.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import dev.holdfast.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The life of one lease: renewal, deadline, loss, release. */
class LeaseLifeTest {
  private static final LockOptions TEN_SECONDS =
      LockOptions.defaults().lease(Duration.ofSeconds(10));

  private final TestHoldfast test = TestHoldfast.create();
  private final Holdfast mine = test.client();
  private final Holdfast other = test.newClient("other");
  private final List<Loss> told = new ArrayList<>();

  @AfterEach
  void close() {
    test.close();
  }

  private Lease acquire(LockOptions options) throws InterruptedException {
    Lease lease = mine.mutex("a", options).acquire();
    lease.onLost(told::add);
    return lease;
  }

  @Test
  void isRenewedForAsLongAsItIsHeld() throws InterruptedException {
    Lease lease = acquire(TEN_SECONDS);
    for (int minutes = 0; minutes < 60; minutes++) {
      test.advance(Duration.ofMinutes(1));
      assertTrue(lease.isHeld());
      assertTrue(other.mutex("a").tryAcquire().isEmpty());
    }
    lease.close();
    assertTrue(other.mutex("a").tryAcquire().isPresent());
    assertEquals(List.of(), told);
  }

  @Test
  void withoutRenewalItExpiresBeforeTheStoreGivesItAway() throws InterruptedException {
    Lease lease = acquire(TEN_SECONDS.renew(false));
    test.advance(Duration.ofMillis(9_799));
    assertTrue(lease.isHeld());
    test.advance(Duration.ofMillis(2));
    assertFalse(lease.isHeld());
    assertEquals(Loss.Kind.EXPIRED, told.get(0).kind());
    LeaseLostException lost = assertThrows(LeaseLostException.class, lease::close);
    assertEquals(Loss.Kind.EXPIRED, lost.loss().kind());
  }

  @Test
  void aSilentStoreIsJeopardyFirstAndLossAtTheDeadline() throws InterruptedException {
    Lease lease = acquire(TEN_SECONDS);
    test.cutStore();
    test.advance(Duration.ofMillis(9_700));
    assertTrue(lease.isHeld());
    assertEquals(List.of(), told);
    test.advance(Duration.ofMillis(200));
    assertFalse(lease.isHeld());
    assertEquals(1, told.size());
    assertTrue(told.get(0).error().orElseThrow() instanceof StoreException);
    test.healStore();
    test.advance(Duration.ofMinutes(1));
    assertEquals(1, told.size());
    assertFalse(mine.inspect("a").isHeld());
  }

  @Test
  void aStoreThatAnswersAgainInTimeSavesTheLease() throws InterruptedException {
    Lease lease = acquire(TEN_SECONDS);
    test.cutStore();
    test.advance(Duration.ofSeconds(9));
    test.healStore();
    test.advance(Duration.ofMinutes(1));
    assertTrue(lease.isHeld());
    assertEquals(List.of(), told);
    lease.close();
  }

  @Test
  void aClientThatSleptPastItsDeadlineKnowsItWhenItWakes() throws InterruptedException {
    Lease lease = acquire(TEN_SECONDS);
    test.pause(mine);
    test.advance(Duration.ofSeconds(20));
    Lease next = other.mutex("a").tryAcquire().orElseThrow();
    assertTrue(next.token() > lease.token());
    assertFalse(lease.isHeld());
    test.resume(mine);
    assertEquals(Loss.Kind.EXPIRED, told.get(0).kind());
    assertThrows(LeaseLostException.class, lease::close);
    assertTrue(next.isHeld());
    test.advance(Duration.ofMinutes(1));
    assertTrue(next.isHeld());
  }

  @Test
  void aBrokenHoldIsToldOnceAndNeverAfterRelease() throws InterruptedException {
    Lease lease = acquire(TEN_SECONDS);
    test.lose(lease);
    assertEquals(List.of(Loss.Kind.BROKEN), told.stream().map(Loss::kind).toList());
    lease.onLost(told::add);
    assertEquals(2, told.size());
    lease.release();
    test.advance(Duration.ofMinutes(1));
    assertEquals(2, told.size());

    Lease second = acquire(TEN_SECONDS);
    second.release();
    second.onLost(told::add);
    test.lose(second);
    test.advance(Duration.ofMinutes(1));
    assertEquals(2, told.size());
  }

  @Test
  void endsAtItsMaximumHold() throws InterruptedException {
    Lease lease = acquire(TEN_SECONDS.maxHold(Duration.ofSeconds(25)));
    test.advance(Duration.ofMillis(24_999));
    assertTrue(lease.isHeld());
    test.advance(Duration.ofMillis(1));
    assertFalse(lease.isHeld());
    assertEquals(Loss.Kind.MAX_HOLD, told.get(0).kind());
    assertTrue(other.mutex("a").tryAcquire().isPresent());
  }

  @Test
  void keepsTheNameForAsLongAsItPromised() throws InterruptedException {
    DistributedLock nightly = mine.mutex("a", TEN_SECONDS.holdAtLeast(Duration.ofMinutes(1)));
    nightly.acquire().close();
    test.advance(Duration.ofSeconds(59));
    assertTrue(other.mutex("a").tryAcquire().isEmpty());
    assertTrue(mine.inspect("a").hold().orElseThrow().kept());
    test.advance(Duration.ofSeconds(2));
    assertTrue(other.mutex("a").tryAcquire().isPresent());
  }

  @Test
  void keepsTheNameEvenIfItsHolderDies() throws InterruptedException {
    Lease lease = acquire(TEN_SECONDS.holdAtLeast(Duration.ofMinutes(1)));
    test.pause(mine);
    test.advance(Duration.ofSeconds(59));
    assertTrue(other.mutex("a").tryAcquire().isEmpty());
    test.advance(Duration.ofSeconds(2));
    assertTrue(other.mutex("a").tryAcquire().isPresent());
    assertFalse(lease.isHeld());
  }

  @Test
  void onlyTheGrantIsStretchedByHoldAtLeast() throws InterruptedException {
    Lease lease = acquire(TEN_SECONDS.holdAtLeast(Duration.ofMinutes(1)));
    test.advance(Duration.ofSeconds(65));
    test.pause(mine); // it dies a little later than it promised to hold
    test.advance(Duration.ofSeconds(11));
    assertTrue(other.mutex("a").tryAcquire().isPresent());
    assertFalse(lease.isHeld());
  }

  @Test
  void aReleaseThatFindsNothingSaysThatTheSectionMayHaveOverlapped() throws InterruptedException {
    Lease lease = acquire(TEN_SECONDS);
    test.pause(mine); // it does not hear of it
    test.lose(lease);
    assertTrue(lease.isHeld());
    LeaseLostException lost = assertThrows(LeaseLostException.class, lease::close);
    assertEquals(Loss.Kind.REFUSED, lost.loss().kind());
    test.resume(mine);
    assertEquals(List.of(), told);
  }

  @Test
  void ensureRenewsWhatIsTooShort() throws InterruptedException {
    Lease lease = acquire(TEN_SECONDS.renew(false));
    test.advance(Duration.ofSeconds(6));
    lease.ensure(Duration.ofSeconds(3));
    assertEquals(Duration.ofMillis(3_800), lease.remaining());
    lease.ensure(Duration.ofSeconds(9));
    assertEquals(Duration.ofMillis(9_800), lease.remaining());
    assertThrows(IllegalArgumentException.class, () -> lease.ensure(Duration.ofSeconds(10)));
    test.cutStore();
    test.advance(Duration.ofSeconds(5));
    StoreException silent =
        assertThrows(StoreException.class, () -> lease.ensure(Duration.ofSeconds(9)));
    assertTrue(String.valueOf(silent.getMessage()).contains("4.8 s"), silent.getMessage());
    assertTrue(lease.isHeld());
    test.advance(Duration.ofSeconds(5));
    assertThrows(LeaseLostException.class, () -> lease.ensure(Duration.ofSeconds(1)));
  }

  @Test
  void ensureAfterReleaseIsAMistake() throws InterruptedException {
    Lease lease = acquire(TEN_SECONDS);
    lease.release();
    assertThrows(IllegalStateException.class, () -> lease.ensure(Duration.ofSeconds(1)));
    lease.release();
    lease.close();
  }

  @Test
  void aReleaseThatTheStoreDidNotHearIsRepeated() throws InterruptedException {
    Lease lease = acquire(TEN_SECONDS);
    test.cutStore();
    lease.close();
    assertFalse(lease.isHeld());
    test.advance(Duration.ofSeconds(2));
    test.healStore();
    assertTrue(other.mutex("a").tryAcquire().isEmpty());
    test.advance(Duration.ofSeconds(2));
    assertTrue(other.mutex("a").tryAcquire().isPresent());
  }

  @Test
  void closingTheClientEndsItsLeases() throws InterruptedException {
    Lease lease = acquire(TEN_SECONDS);
    mine.close();
    assertEquals(Loss.Kind.CLOSED, told.get(0).kind());
    assertFalse(lease.isHeld());
    assertTrue(other.mutex("a").tryAcquire().isPresent());
    assertThrows(IllegalStateException.class, () -> mine.mutex("a").tryAcquire());
  }
}
