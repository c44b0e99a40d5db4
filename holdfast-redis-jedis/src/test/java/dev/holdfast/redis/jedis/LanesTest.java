package dev.holdfast.redis.jedis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A near server gets few round trips at once, a far one as many as there are connections. */
class LanesTest {
  private long now;
  private final Lanes lanes = new Lanes(8, 64, () -> now);

  private int free() {
    return freeFor(1);
  }

  private int freeFor(int calls) {
    int count = 0;
    while (lanes.take(calls)) {
      count++;
    }
    for (int i = 0; i < count; i++) {
      lanes.free();
    }
    return count;
  }

  private void answered(long micros) {
    long sentAt = now;
    now += TimeUnit.MICROSECONDS.toNanos(micros);
    lanes.answered(sentAt);
  }

  @Test
  void anUnknownServerCountsAsFar() {
    assertEquals(64, free());
  }

  @Test
  void asManyAsAreWorkedThroughInOneRoundTrip() {
    answered(600);
    assertEquals(20, free());
    answered(450);
    assertEquals(15, free());
  }

  @Test
  void neverFewerThanTheFewestNorMoreThanThereAreConnections() {
    answered(40);
    assertEquals(8, free());
    answered(40);
    for (int i = 0; i < 10_000; i++) {
      answered(5_000);
    }
    assertEquals(64, free());
  }

  @Test
  void aCrowdAtANearServerSharesTwo() {
    answered(40);
    assertEquals(8, freeFor(8));
    assertEquals(2, freeFor(9));
    answered(40);
    assertEquals(2, freeFor(1_000));
  }

  @Test
  void aCrowdAtAFarServerHasAsManyAsAFew() {
    answered(600);
    assertEquals(20, freeFor(1_000));
  }

  @Test
  void onlyACrowdAtANearServerIsAnsweredSoon() {
    assertFalse(lanes.isCrowdNear(1_000), "an unknown server counts as far");
    answered(400);
    assertFalse(lanes.isCrowdNear(1_000));
    answered(60);
    assertTrue(lanes.isCrowdNear(9));
    assertFalse(lanes.isCrowdNear(8));
  }

  @Test
  void aSlowAnswerAmongQuickOnesChangesLittle() {
    answered(60);
    answered(100_000);
    assertEquals(8, free());
  }

  @Test
  void aRenewalFindsAConnectionBesideAllCalls() {
    assertTrue(UrlClient.pool().getMaxTotal() > UrlClient.CALLS);
  }

  @Test
  void whatIsTakenIsGivenBackOnce() {
    Lanes one = new Lanes(1, 1, () -> now);
    long before = one.timesFreed();
    assertTrue(one.isOneFree(1));
    assertTrue(one.take(1));
    assertFalse(one.isOneFree(1));
    assertFalse(one.take(1));
    one.free();
    assertNotEquals(before, one.timesFreed());
    assertTrue(one.take(1));
  }
}
