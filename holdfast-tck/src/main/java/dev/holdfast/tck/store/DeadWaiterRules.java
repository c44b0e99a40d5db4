package dev.holdfast.tck.store;

import static dev.holdfast.tck.internal.clients.SpiClient.LONG;
import static dev.holdfast.tck.internal.clients.SpiClient.absent;
import static dev.holdfast.tck.internal.clients.SpiClient.holding;
import static dev.holdfast.tck.internal.clients.SpiClient.queued;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.Standing;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.ShortKit;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.SpiClient;
import dev.holdfast.tck.internal.clients.SpiClient.Held;
import java.util.List;
import org.junit.jupiter.api.Test;

/** W4 at the level of the SPI: clients that died in the queue. */
public interface DeadWaiterRules extends RuleGroup {
  @Test
  default void required_W4_aReleasePassesOverWaitersKnownDead(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient dead = SpiClient.of(rig, "dead").times(LONG, LONG, rig.shortMillis());
    SpiClient live = SpiClient.of(rig, "live");
    Held held = a.take("n");
    dead.queue("n");
    dead.queue("n");
    String waiting = live.queue("n");
    dead.queue("n");
    rig.passShortLease();
    assertEquals(List.of(waiting), a.waiters("n"), "the dead are not shown");
    a.release("n", held.attempt());
    assertFalse(holding(live.keepPlace("n", waiting)).othersWait());
  }

  @Test
  default void required_W4_aDeadWaiterHoldsForItsClaimWindowOnly(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient dead = SpiClient.of(rig, "dead").times(LONG, rig.shortMillis(), LONG);
    SpiClient live = SpiClient.of(rig, "live");
    Held held = a.take("n");
    String silent = dead.queue("n");
    String waiting = live.queue("n");
    a.release("n", held.attempt());
    Standing.Queued behind = queued(live.keepPlace("n", waiting));
    assertEquals(silent, behind.holder());
    assertTrue(behind.holdRemainingMillis() <= rig.shortMillis(), behind::toString);
    rig.passShortLease();
    holding(live.keepPlace("n", waiting));
    absent(dead.keepPlace("n", silent));
    absent(dead.renew("n", silent));
  }

  @Test
  default void required_W4_twoDeadInARowCostAClaimWindowEach(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a").times(rig.shortMillis(), LONG, LONG);
    SpiClient dead = SpiClient.of(rig, "dead").times(LONG, rig.shortMillis(), LONG);
    SpiClient live = SpiClient.of(rig, "live");
    a.take("n");
    String one = dead.queue("n");
    String two = dead.queue("n");
    String waiting = live.queue("n");
    rig.passShortLease();
    assertEquals(one, queued(live.keepPlace("n", waiting)).holder());
    rig.passShortLease();
    assertEquals(two, queued(live.keepPlace("n", waiting)).holder());
    rig.passShortLease();
    holding(live.keepPlace("n", waiting));
  }

  @Test
  default void required_W4_aHolderAndAQueueOfTheDeadAreFree(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a").times(rig.shortMillis(), LONG, LONG);
    SpiClient dead = SpiClient.of(rig, "dead").times(LONG, LONG, rig.shortMillis());
    SpiClient live = SpiClient.of(rig, "live");
    a.take("n");
    dead.queue("n");
    dead.queue("n");
    rig.passShortLease();
    live.take("n");
  }

  /** The last keep-alive of a client that died after it was handed the hold. */
  @Test
  default void required_W4_aLateKeepAliveOfAPlaceMustNotLengthenTheHold(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient dead = SpiClient.of(rig, "dead").times(LONG, 4 * rig.shortMillis(), LONG);
    SpiClient live = SpiClient.of(rig, "live");
    Held held = a.take("n");
    String silent = dead.queue("n");
    String waiting = live.queue("n");
    a.release("n", held.attempt());
    if (rig.capabilities().pushes()) {
      // The hold is a quorum's when a majority has it, which is after the release was answered.
      Until.met(rig.arrival(), "it is told", () -> !dead.pushes().grants().isEmpty());
    }
    rig.pass(rig.shortLease());
    long left = 3 * rig.shortMillis();
    Standing.Holding late = holding(dead.keepPlace("n", silent));
    assertTrue(late.remainingMillis() <= left, late::toString);
    Standing.Holding again = holding(dead.join("n", silent));
    assertTrue(again.remainingMillis() <= left, again::toString);
    rig.passMillis(left + 50);
    holding(live.keepPlace("n", waiting));
  }

  @Test
  @ShortKit
  default void required_W4_aKeepAliveNeverMakesAPlace(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b").times(LONG, LONG, rig.shortMillis());
    Held held = a.take("n");
    absent(b.keepPlace("n", b.attempt()));
    String expired = b.queue("n");
    String left = b.queue("n");
    b.release("n", left);
    absent(b.keepPlace("n", left));
    rig.passShortLease();
    absent(b.keepPlace("n", expired));
    assertEquals(List.of(), a.waiters("n"), "a place that is gone is not made again");
    a.release("n", held.attempt());
    assertFalse(a.inspect("n").isHeld(), "nothing was handed to a place that was gone");
    absent(b.keepPlace("free", b.attempt()));
    assertFalse(a.inspect("free").isHeld(), "a keep-alive does not acquire");
  }

  @Test
  default void required_W4_aPlaceLastsWhileItIsKeptAlive(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b").times(LONG, LONG, 2 * rig.shortMillis());
    Held held = a.take("n");
    String waiting = b.queue("n");
    for (int i = 0; i < 3; i++) {
      rig.pass(rig.shortLease());
      queued(b.keepPlace("n", waiting));
    }
    a.release("n", held.attempt());
    holding(b.renew("n", waiting));
  }

  @Test
  default void required_W4_aReleasedGrantOfADeadWaiterIsHandedOn(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient quitter = SpiClient.of(rig, "quitter");
    SpiClient live = SpiClient.of(rig, "live");
    Held held = a.take("n");
    String quits = quitter.queue("n");
    String waiting = live.queue("n");
    a.release("n", held.attempt());
    assertTrue(quitter.releaseOvertaking("n", quits), "it was granted while it was leaving");
    holding(live.keepPlace("n", waiting));
    absent(quitter.keepPlace("n", quits));
  }
}
