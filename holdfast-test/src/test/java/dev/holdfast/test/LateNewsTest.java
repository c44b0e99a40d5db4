package dev.holdfast.test;

import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockOptions;
import dev.holdfast.test.WiredStore.Wire;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a client learns too late, twice, or only because it looks. */
class LateNewsTest {
  private static final LockOptions NINE = LockOptions.defaults().lease(Duration.ofSeconds(9));

  private final Workbench bench = new Workbench();
  private final WiredStore store = bench.store;
  private final Holdfast client = bench.client("mine");
  private final Holdfast other = bench.client("other");

  private Lease acquire(LockOptions options) {
    return client.mutex("a", options).tryAcquire().orElseThrow();
  }

  private List<String> lost(Lease lease, String kind) {
    return List.of("lost a " + lease.token() + " " + kind);
  }

  @Test
  void aMachineThatWasSuspendedNoticesTheLossAtTheFirstLook() {
    Lease lease = acquire(NINE);
    bench.pause();
    bench.advance(8_820);
    assertEquals(List.of(), bench.told);
    assertFalse(lease.isHeld());
    assertEquals(lost(lease, "EXPIRED"), bench.told);
    bench.resume();
    assertEquals(lost(lease, "EXPIRED"), bench.told, "once");
  }

  @Test
  void aMillisecondBeforeItIsStillHeld() {
    Lease lease = acquire(NINE);
    bench.pause();
    bench.advance(8_819);
    assertTrue(lease.isHeld());
    assertEquals(List.of(), bench.told);
  }

  @Test
  void theMaximumIsNoticedAtTheFirstLookTooAndTheNameIsFree() {
    Lease lease = acquire(NINE.maxHold(Duration.ofSeconds(2)));
    bench.pause();
    bench.advance(2_000);
    store.forget();
    assertFalse(lease.isHeld());
    assertEquals(lost(lease, "MAX_HOLD"), bench.told);
    assertEquals(1, store.releases.size());
    assertTrue(other.mutex("a").tryAcquire().isPresent());
  }

  @Test
  void aLookAtALeaseThatWasGivenBackTouchesNoOther() {
    Lease lease = acquire(NINE);
    lease.close();
    Lease next = acquire(NINE);
    assertFalse(lease.isHeld());
    assertThrows(IllegalStateException.class, () -> lease.ensure(Duration.ofSeconds(1)));
    assertTrue(next.isHeld());
    assertEquals(List.of(), bench.told);
  }

  @Test
  void ensureAfterASuspensionTellsTheLossAtOnce() {
    Lease lease = acquire(NINE);
    bench.pause();
    bench.advance(8_820);
    assertThrows(LeaseLostException.class, () -> lease.ensure(Duration.ofSeconds(1)));
    assertEquals(lost(lease, "EXPIRED"), bench.told);
  }

  @Test
  void anAnswerThatArrivesAfterTheDeadlineRevivesNothing() {
    Lease lease = acquire(NINE);
    store.wire = Wire.SLOW;
    bench.advance(3_000);
    bench.pause();
    bench.advance(5_820);
    store.wire = Wire.WELL;
    store.deliver();
    assertEquals(lost(lease, "EXPIRED"), bench.told);
    assertFalse(lease.isHeld());
    assertFalse(other.inspect("a").isHeld(), "what is left of it was given back");
  }

  @Test
  void aBreakWhosePushWasLostIsToldByTheNextRenewal() {
    Lease lease = acquire(NINE);
    store.pushing = false;
    assertTrue(other.breakHold("a"));
    bench.advance(2_999);
    assertTrue(lease.isHeld());
    bench.advance(1);
    assertEquals(lost(lease, "BROKEN"), bench.told);
  }

  @Test
  void aHoldThatTheStoreForgotIsRefusedAndNotBroken() {
    Lease lease = acquire(NINE);
    store.wire = Wire.CUT;
    bench.pause();
    bench.advance(5 * 60_000 + 9_000); // even the mark of the break is gone then
    bench.resume();
    assertEquals(lost(lease, "EXPIRED"), bench.told);
  }

  @Test
  void aPushThatIsRepeatedChangesNothing() {
    Lease held = other.mutex("a").tryAcquire().orElseThrow();
    CompletableFuture<Lease> waiting = client.mutex("a").acquireAsync();
    held.close();
    Lease lease = got(waiting);
    bench.advance(5_000);
    Duration remaining = lease.remaining();
    store.repeatPushes();
    assertEquals(remaining, lease.remaining());
    lease.close();
    store.repeatPushes();
    assertFalse(other.inspect("a").isHeld());
    Lease again = acquire(NINE);
    store.repeatPushes();
    assertTrue(again.isHeld());
    assertEquals(List.of(), bench.told);
    again.close();
    assertFalse(other.inspect("a").isHeld());
  }

  @Test
  void wherePushesMayHaveBeenMissedThePlaceIsLookedAtAtOnce() {
    Lease held = other.mutex("a").tryAcquire().orElseThrow();
    CompletableFuture<Lease> waiting = client.mutex("a").acquireAsync();
    store.pushing = false;
    held.close();
    bench.advance(10);
    assertFalse(waiting.isDone());
    store.changed();
    bench.advance(0);
    assertTrue(got(waiting).isHeld());
  }

  @Test
  void wherePushesMayHaveBeenMissedAHoldIsRenewedAtOnceIfItIsRenewedAtAll() {
    Lease renewed = acquire(NINE);
    Lease not = client.mutex("b", NINE.renew(false)).tryAcquire().orElseThrow();
    store.forget();
    store.changed();
    bench.advance(0);
    assertEquals(1, store.keepAlives.size());
    assertEquals(List.of("a"), store.keepAlives.get(0).stream().map(each -> each.name()).toList());
    assertTrue(renewed.isHeld() && not.isHeld());
  }

  @Test
  void aConfirmedGrantExpiresLikeAnyOther() {
    store.wire = Wire.SLOW;
    CompletableFuture<Lease> asked = client.mutex("a", NINE).acquireAsync();
    store.wire = Wire.WELL;
    bench.advance(8_500);
    store.deliver();
    bench.advance(0);
    Lease lease = got(asked);
    store.wire = Wire.CUT;
    bench.advance(8_819);
    assertTrue(lease.isHeld());
    bench.told.clear();
    bench.advance(1);
    assertFalse(lease.isHeld());
    assertEquals(lost(lease, "EXPIRED"), bench.told);
  }
}
