package dev.holdfast.tck.store;

import static dev.holdfast.tck.internal.clients.SpiClient.absent;
import static dev.holdfast.tck.internal.clients.SpiClient.answer;
import static dev.holdfast.tck.internal.clients.SpiClient.holding;
import static dev.holdfast.tck.internal.clients.SpiClient.queued;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.LockInfo;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.ShortKit;
import dev.holdfast.tck.internal.clients.SpiClient;
import dev.holdfast.tck.internal.clients.SpiClient.Held;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** A1 to A3 at the level of the SPI: what is granted, and what a repeated acquire is told. */
public interface AcquireRules extends RuleGroup {
  @Test
  @ShortKit
  default void required_A1_aHeldNameIsGrantedToNobodyElse(Rig rig) throws Exception {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b", rig.openStore());
    Held held = a.take("n");

    Standing.Absent refused = absent(b.tryAcquire("n", b.attempt()));
    assertEquals(held.attempt(), refused.holder(), "the refusal names the holder");
    assertTrue(refused.holdRemainingMillis() > 0, "the refusal says how long the hold lasts");
    assertFalse(refused.broken());
    absent(a.tryAcquire("n", a.attempt()));
    Standing.Queued waiting = queued(b.join("n", b.attempt()));
    assertEquals(held.attempt(), waiting.holder(), "a waiter is told the holder");
    holding(a.renew("n", held.attempt()));
  }

  @Test
  default void required_A1_theHoldIsShownAsItIs(Rig rig) throws Exception {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b", rig.openStore());
    assertFalse(b.inspect("n").isHeld(), "a new name has no holder");
    Held held = a.take("n");
    String waiting = b.queue("n");

    LockInfo.Hold shown = b.inspect("n").hold().orElseThrow();
    assertEquals("n", b.inspect("n").name());
    assertEquals(held.attempt(), shown.owner().id());
    assertEquals(SpiClient.firstToken(held.stamp()), shown.token());
    assertFalse(shown.kept());
    assertTrue(shown.remaining().toMillis() <= SpiClient.LONG, () -> "too long: " + shown);
    boolean whole = rig.capabilities().holdKind() == HoldKind.LEASE;
    long least = whole ? SpiClient.LONG / 2 : 0;
    assertTrue(shown.remaining().toMillis() > least, () -> "too short: " + shown);
    assertEquals(List.of(waiting), a.waiters("n"));
    assertEquals(List.of("n"), a.names(10));
  }

  @Test
  @ShortKit
  default void required_A1_anExpiredHoldIsFree(Rig rig) {
    rig.needsLeases();
    SpiClient a =
        SpiClient.of(rig, "a").times(rig.shortMillis(), rig.shortMillis(), SpiClient.LONG);
    SpiClient b = SpiClient.of(rig, "b");
    a.take("n");
    rig.passShortLease();
    assertFalse(b.inspect("n").isHeld(), "an expired hold is not shown as one");
    b.take("n");
  }

  @Test
  default void required_A2_aTryIsAnsweredWithoutWaiting(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    Held held = a.take("n");
    long asked = System.nanoTime();
    absent(b.tryAcquire("n", b.attempt()));
    long tookMillis = (System.nanoTime() - asked) / 1_000_000;
    assertTrue(tookMillis < 10_000, () -> "a try took " + tookMillis + " ms");
    holding(a.renew("n", held.attempt()));
  }

  @Test
  default void required_A2_aTryThatFailsLeavesNoWaiter(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    Held held = a.take("n");
    absent(b.tryAcquire("n", b.attempt()));
    assertEquals(List.of(), a.waiters("n"));
    assertFalse(holding(a.renew("n", held.attempt())).othersWait(), "no client waits after a try");
    assertTrue(a.release("n", held.attempt()));
    assertFalse(b.inspect("n").isHeld(), "nothing was handed to a try");
  }

  @Test
  @ShortKit
  default void required_A3_aRepeatedAcquireGivesTheSameGrant(Rig rig) throws Exception {
    SpiClient a = SpiClient.of(rig, "a");
    Held held = a.take("n");
    assertEquals(held.stamp(), holding(a.tryAcquire("n", held.attempt())).stamp());
    assertEquals(held.stamp(), holding(a.join("n", held.attempt())).stamp());
    assertEquals(List.of(), a.waiters("n"), "a holder that asks again does not queue");
    assertTrue(a.release("n", held.attempt()));
    assertFalse(a.inspect("n").isHeld(), "one release ends a hold, however often it was asked for");
  }

  /** Counting a repeated answer as a full lease makes its client believe for too long. */
  @Test
  default void required_A3_aRepeatedAcquireSaysWhatIsLeft(Rig rig) {
    rig.needsLeases();
    SpiClient a =
        SpiClient.of(rig, "a").times(2 * rig.shortMillis(), SpiClient.LONG, SpiClient.LONG);
    SpiClient b = SpiClient.of(rig, "b");
    Held held = a.take("n");
    rig.pass(rig.shortLease());
    long left = holding(a.tryAcquire("n", held.attempt())).remainingMillis();
    assertTrue(left <= rig.shortMillis(), () -> "half the lease has passed, yet " + left + " ms");
    rig.passShortLease();
    b.take("n");
  }

  @Test
  default void required_A3_aRepeatedAcquireKeepsOnePlace(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    SpiClient c = SpiClient.of(rig, "c");
    Held held = a.take("n");
    String first = b.queue("n");
    String second = c.queue("n");
    queued(b.join("n", first));
    queued(c.join("n", second));
    queued(b.join("n", first));
    assertEquals(List.of(first, second), a.waiters("n"));
    a.release("n", held.attempt());
    b.release("n", first);
    c.release("n", second);
    assertFalse(a.inspect("n").isHeld(), "one release ends an attempt, however often it joined");
    assertEquals(List.of(), a.waiters("n"));
  }

  /** A duplicate that arrives after the handoff is an answer, not a claim. */
  @Test
  default void required_A3_aRepeatedAcquireAfterAHandoffGivesTheSameGrant(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b").times(SpiClient.LONG, rig.shortMillis(), SpiClient.LONG);
    Held held = a.take("n");
    String waiting = b.queue("n");
    a.release("n", held.attempt());
    Standing.Holding again = holding(b.join("n", waiting));
    assertTrue(
        again.remainingMillis() <= rig.shortMillis(), () -> "not the claim window: " + again);
    assertEquals(again.stamp(), holding(b.keepPlace("n", waiting)).stamp());
    assertEquals(again.stamp(), holding(b.renew("n", waiting)).stamp());
  }

  @Test
  default void required_A3_duplicatesThatRunTogetherGiveOneGrant(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b", rig.store());
    for (int round = 0; round < 20; round++) {
      String attempt = a.attempt();
      CompletionStage<Standing> one =
          a.session().acquire(a.request("n", attempt, true, 2 * round + 1));
      CompletionStage<Standing> two =
          a.session().acquire(a.request("n", attempt, true, 2 * round + 2));
      assertEquals(holding(answer(one)).stamp(), holding(answer(two)).stamp());
      a.release("n", attempt);
      assertFalse(b.inspect("n").isHeld());
    }
  }

  @Test
  @ShortKit
  default void required_A3_anAttemptThatWasEndedIsNotGrantedAgain(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    Held held = a.take("n");
    assertTrue(a.releaseOvertaking("n", held.attempt()));
    absent(a.tryAcquire("n", held.attempt()));
    absent(a.join("n", held.attempt()));
    assertEquals(List.of(), b.waiters("n"), "an attempt that has ended does not queue again");
    Held next = b.take("n");
    absent(a.join("n", held.attempt()));
    assertEquals(List.of(), b.waiters("n"));
    assertTrue(b.release("n", next.attempt()));
    assertFalse(b.inspect("n").isHeld(), "nothing was handed to an attempt that has ended");
  }

  @Test
  default void required_A3_aWaiterThatWasEndedIsNotQueuedAgain(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    Held held = a.take("n");
    String waiting = b.queue("n");
    assertTrue(b.releaseOvertaking("n", waiting));
    absent(b.join("n", waiting));
    absent(b.keepPlace("n", waiting));
    assertEquals(List.of(), a.waiters("n"));
    a.release("n", held.attempt());
    assertFalse(a.inspect("n").isHeld());
  }

  @Test
  default void required_A3_aBrokenAttemptIsNotGrantedAgain(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    Held held = a.take("n");
    assertTrue(b.breakHold("n"));
    absent(a.tryAcquire("n", held.attempt()));
    absent(a.join("n", held.attempt()));
    assertEquals(List.of(), b.waiters("n"));
    Held next = b.take("n");
    assertNotEquals(held.stamp(), next.stamp());
    assertInstanceOf(Standing.Absent.class, a.tryAcquire("n", held.attempt()));
  }

  /** An acquire may be repeated after its hold expired: if it is granted, then as a new grant. */
  @Test
  default void required_A3_aGrantThatExpiredDoesNotComeBack(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a").times(rig.shortMillis(), SpiClient.LONG, SpiClient.LONG);
    SpiClient b = SpiClient.of(rig, "b");
    Held held = a.take("n");
    rig.passShortLease();
    absent(a.tryAcquire("n", held.attempt()));
    assertTrue(b.take("n").stamp() > held.stamp());
    absent(a.tryAcquire("n", held.attempt()));
  }
}
