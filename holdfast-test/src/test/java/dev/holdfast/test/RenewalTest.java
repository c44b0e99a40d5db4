package dev.holdfast.test;

import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.test.WiredStore.Wire;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** When a lease is renewed, and what each answer does to its deadline. */
class RenewalTest {
  // Renewed each three seconds; 180 ms of it are margin.
  private static final LockOptions NINE = LockOptions.defaults().lease(Duration.ofSeconds(9));

  private final Workbench bench = new Workbench();
  private final WiredStore store = bench.store;
  private final Holdfast client = bench.client("mine");

  private Lease acquire(LockOptions options) {
    return client.mutex("a", options).tryAcquire().orElseThrow();
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }

  /** That the next renewal is sent after so many milliseconds, and not before. */
  private void assertRenewedAfter(long millis) {
    store.forget();
    bench.advance(millis - 1);
    assertEquals(0, store.asked(), "too early");
    bench.advance(1);
    assertEquals(1, store.keepAlives.size(), "too late");
    assertEquals(1, store.asked());
  }

  private KeepAlive.Hold renewal() {
    List<KeepAlive> requests = store.keepAlives.get(0);
    assertEquals(1, requests.size());
    return (KeepAlive.Hold) requests.get(0);
  }

  @Test
  void aLeaseIsRenewedWheneverAThirdOfItHasPassed() {
    Lease lease = acquire(NINE);
    assertEquals(9_000, store.acquires.get(0).leaseMillis());
    String attempt = store.acquires.get(0).attempt();
    for (int i = 0; i < 3; i++) {
      assertRenewedAfter(3_000);
      assertEquals(new KeepAlive.Hold("a", attempt, 9_000, false), renewal());
      assertEquals(millis(8_820), lease.remaining());
    }
  }

  @Test
  void aLeaseThatIsNotRenewedAsksNothing() {
    Lease lease = acquire(NINE.renew(false));
    store.forget();
    bench.advance(8_819);
    assertEquals(millis(1), lease.remaining());
    assertEquals(0, store.asked());
    bench.advance(1);
    assertFalse(lease.isHeld());
    assertEquals(List.of("lost a " + lease.token() + " EXPIRED"), bench.told);
    assertEquals(1, store.releases.size(), "what is left of it is given back");
  }

  @Test
  void theDeadlineAndTheNextRenewalCountFromTheSending() {
    Lease lease = acquire(NINE);
    store.forget();
    store.wire = Wire.SLOW;
    bench.advance(4_500);
    assertEquals(1, store.keepAlives.size(), "one at a time");
    store.wire = Wire.WELL;
    store.deliver();
    assertEquals(millis(3_000 + 8_820 - 4_500), lease.remaining());
    assertRenewedAfter(1_500);
  }

  @Test
  void anAnswerThatWasOvertakenMovesNothingBack() {
    Lease lease = acquire(NINE);
    store.wire = Wire.SLOW;
    bench.advance(4_000);
    store.wire = Wire.WELL;
    lease.ensure(millis(8_500));
    assertEquals(millis(8_820), lease.remaining());
    store.deliver();
    assertEquals(millis(8_820), lease.remaining());
    assertRenewedAfter(3_000);
  }

  @Test
  void jeopardyIsToldOnceUntilARenewalIsAnswered() {
    Lease lease = acquire(NINE);
    store.wire = Wire.CUT;
    bench.advance(3_000);
    String jeopardy = "jeopardy a " + lease.token() + " PT5.82S the wire is cut";
    assertEquals(List.of(jeopardy), bench.told);
    assertRenewedAfter(500);
    assertEquals(List.of(jeopardy), bench.told);
    store.wire = Wire.WELL;
    assertRenewedAfter(500);
    String safe = "safe a " + lease.token();
    assertEquals(List.of(jeopardy, safe), bench.told);
    assertRenewedAfter(3_000);
    store.wire = Wire.CUT;
    bench.advance(3_000);
    assertEquals(List.of(jeopardy, safe, jeopardy), bench.told);
  }

  @Test
  void aShortLeaseIsTriedAgainAfterATenthOfIt() {
    Lease lease = acquire(LockOptions.defaults().lease(Duration.ofMillis(900)));
    store.wire = Wire.CUT;
    bench.advance(300);
    assertRenewedAfter(90);
    assertTrue(lease.isHeld());
  }

  @Test
  void whatMustLastIsTakenForThatLongAndRenewedForTheLease() {
    Lease lease = acquire(NINE.holdAtLeast(Duration.ofMinutes(1)));
    assertEquals(60_000, store.acquires.get(0).leaseMillis());
    assertRenewedAfter(3_000);
    assertEquals(9_000, renewal().leaseMillis());
    bench.advance(7_000);
    lease.close();
    assertEquals(50_000, store.releases.get(0).keepMillis());
    assertEquals(60_000, store.releases.get(0).markMillis());
  }

  @Test
  void withoutPushesTheStoreIsAskedEachTwoSeconds() {
    Workbench deaf = new Workbench(false, false);
    Holdfast other = deaf.client("other");
    Lease lease = other.mutex("a").tryAcquire().orElseThrow();
    deaf.store.forget();
    deaf.advance(1_999);
    assertEquals(0, deaf.store.asked());
    deaf.advance(1);
    assertEquals(1, deaf.store.keepAlives.size());
    deaf.advance(2_000);
    assertEquals(2, deaf.store.keepAlives.size());
    assertTrue(lease.isHeld());
    LockOptions three = LockOptions.defaults().lease(Duration.ofSeconds(3));
    Lease second = other.mutex("b", three).tryAcquire().orElseThrow();
    deaf.advance(1_000);
    assertEquals(3, deaf.store.keepAlives.size(), "a third of the lease is less than two seconds");
    assertTrue(second.isHeld());
  }

  @Test
  void withoutPushesALeaseThatIsNotRenewedAsksNothingEither() {
    Workbench deaf = new Workbench(false, false);
    Lease lease = deaf.client("other").mutex("a", NINE.renew(false)).tryAcquire().orElseThrow();
    deaf.store.forget();
    deaf.advance(8_819);
    assertEquals(0, deaf.store.asked());
    assertTrue(lease.isHeld());
  }

  @Test
  void aHandedHoldIsClaimedAfterFiftyMilliseconds() {
    Holdfast other = bench.client("other");
    Lease first = acquire(NINE);
    CompletableFuture<Lease> handed =
        other.mutex("a", NINE.holdAtLeast(Duration.ofMinutes(1))).acquireAsync();
    first.close();
    assertTrue(got(handed).isHeld());
    assertRenewedAfter(50);
    assertEquals(60_000, renewal().leaseMillis(), "the grant that it stands for");
    store.forget();
    bench.advance(3_000); // or a little early, at a tick that the waiting had asked for
    assertEquals(1, store.keepAlives.size());
    assertEquals(9_000, renewal().leaseMillis());
  }

  @Test
  void holdsThatAreDueAtAboutTheSameTimeAreRenewedTogether() {
    acquire(NINE);
    bench.advance(180);
    Lease soon = client.mutex("soon", NINE).tryAcquire().orElseThrow();
    bench.advance(10);
    Lease later = client.mutex("later", NINE).tryAcquire().orElseThrow();
    store.forget();
    bench.advance(3_000 - 190);
    assertEquals(1, store.keepAlives.size());
    assertEquals(2, store.keepAlives.get(0).size(), "a sixteenth early at most");
    bench.advance(190);
    assertEquals(2, store.keepAlives.size());
    assertEquals("later", ((KeepAlive.Hold) store.keepAlives.get(1).get(0)).name());
    assertTrue(soon.isHeld() && later.isHeld());
  }

  @Test
  void aShortHandedHoldIsClaimedWithinAThirdOfIt() {
    Holdfast other = bench.client("other");
    Lease first = acquire(NINE);
    LockOptions tiny = LockOptions.defaults().lease(millis(90)).margin(millis(30));
    CompletableFuture<Lease> handed = other.mutex("a", tiny).acquireAsync();
    first.close();
    assertEquals(millis(60), got(handed).remaining());
    assertRenewedAfter(20);
    assertEquals(millis(60), got(handed).remaining());
  }

  @Test
  void aHandedLeaseThatIsNotRenewedIsClaimedOnce() {
    Holdfast other = bench.client("other");
    Lease first = acquire(NINE);
    CompletableFuture<Lease> handed = other.mutex("a", NINE.renew(false)).acquireAsync();
    first.close();
    assertRenewedAfter(50);
    assertEquals(millis(8_820), got(handed).remaining());
    store.forget();
    bench.advance(8_819);
    assertEquals(0, store.asked());
    assertTrue(got(handed).isHeld());
  }

  @Test
  void renewalsOfOneInstantShareARequestAndPlacesHaveTheirOwn() {
    Holdfast other = bench.client("other");
    Lease held = other.mutex("q", NINE).tryAcquire().orElseThrow();
    CompletableFuture<Lease> waiting = client.mutex("q", NINE).acquireAsync();
    Lease a = client.mutex("a", NINE).tryAcquire().orElseThrow();
    Lease b = client.mutex("b", NINE).tryAcquire().orElseThrow();
    store.wire = Wire.CUT; // the other client is not to be seen
    bench.advance(1_500);
    store.wire = Wire.WELL;
    store.forget();
    bench.advance(1_500);
    List<List<KeepAlive>> mine =
        store.keepAlives.stream()
            .filter(all -> all.stream().noneMatch(each -> each.attempt().startsWith("other/")))
            .toList();
    assertEquals(
        List.of("a", "b"),
        mine.stream()
            .filter(all -> all.get(0) instanceof KeepAlive.Hold)
            .flatMap(List::stream)
            .map(KeepAlive::name)
            .sorted()
            .toList());
    assertTrue(mine.stream().anyMatch(all -> all.size() == 2), "a and b together");
    assertTrue(held.isHeld() && a.isHeld() && b.isHeld() && !waiting.isDone());
  }
}
