package dev.holdfast.tck.store;

import static dev.holdfast.tck.internal.clients.SpiClient.LONG;
import static dev.holdfast.tck.internal.clients.SpiClient.absent;
import static dev.holdfast.tck.internal.clients.SpiClient.holding;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Needs;
import dev.holdfast.tck.internal.ShortKit;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.CoexistingMode;
import dev.holdfast.tck.internal.clients.SpiClient;
import dev.holdfast.tck.internal.clients.SpiClient.Held;
import java.util.List;
import org.junit.jupiter.api.Test;

/** N2 at the level of the SPI: how each counted hold ends, and what its stamp is. */
@Needs(Mode.COUNTED)
public interface CountedEndRules extends RuleGroup {
  @Test
  default void required_N2_aReleaseGivesItsOwnPermitsBack(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a").counting(3, 8);
    SpiClient b = SpiClient.of(rig, "b").counting(4, 8);
    Held one = a.take("n");
    Held two = b.take("n");
    assertTrue(a.release("n", one.attempt()));
    assertEquals(List.of(two.attempt()), b.holders("n"));
    absent(a.renew("n", one.attempt()));
    assertEquals(two.stamp(), holding(b.renew("n", two.attempt())).stamp());
    b.take("n");
    absent(a.tryAcquire("n", a.attempt()));
  }

  @Test
  @ShortKit
  default void required_N2_staleReleaseMustNotGiveBackAnothersPermits(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a").counting(1, 3);
    SpiClient b = SpiClient.of(rig, "b").counting(2, 3);
    Held one = a.take("n");
    Held two = b.take("n");
    for (int i = 0; i < 3; i++) {
      a.release("n", one.attempt());
      a.releaseOvertaking("n", one.attempt());
      a.releaseOvertaking("n", a.attempt());
      a.releaseKeeping("n", one.attempt(), LONG);
    }
    absent(a.tryAcquire("n", one.attempt()));
    absent(b.tryAcquire("n", b.attempt()));
    assertEquals(List.of(two.attempt()), b.holders("n"));
    holding(b.renew("n", two.attempt()));
    a.take("n");
    absent(a.tryAcquire("n", a.attempt()));
  }

  @Test
  default void required_N2_anExpiredCountedHoldGivesItsOwnPermitsBack(Rig rig) {
    rig.needsLeases();
    SpiClient dead = SpiClient.of(rig, "dead").counting(3, 5).times(rig.shortMillis(), LONG, LONG);
    SpiClient live = SpiClient.of(rig, "live").counting(2, 5);
    SpiClient all = SpiClient.of(rig, "all").counting(5, 5);
    Held one = dead.take("n");
    Held two = live.take("n");
    rig.passShortLease();
    assertEquals(List.of(two.attempt()), live.holders("n"));
    absent(dead.renew("n", one.attempt()));
    absent(all.tryAcquire("n", all.attempt()));
    dead.take("n");
    assertTrue(holding(live.renew("n", two.attempt())).remainingMillis() > 0);
    absent(live.tryAcquire("n", live.attempt()));
  }

  @Test
  default void required_N2_anExpiredCountedHoldDoesNotComeBack(Rig rig) {
    CoexistingMode.COUNTED.anExpiredHoldDoesNotComeBack(rig);
  }

  @Test
  default void required_N2_aRenewalLengthensOneCountedHoldAlone(Rig rig) {
    CoexistingMode.COUNTED.aRenewalLengthensOneAlone(rig);
  }

  @Test
  default void required_N2_aBreakEndsAllCountedHolds(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a").counting(2, 4);
    SpiClient b = SpiClient.of(rig, "b").counting(1, 4);
    SpiClient c = SpiClient.of(rig, "c").counting(3, 4);
    Held one = a.take("n");
    Held two = b.take("n");
    String first = c.queue("n");
    String second = b.queue("n");
    assertTrue(c.breakHold("n"));
    assertEquals(List.of(first, second), c.holders("n"), "handed on, as many as fit");
    assertTrue(absent(a.renew("n", one.attempt())).broken());
    assertTrue(absent(b.renew("n", two.attempt())).broken());
    c.release("n", first);
    absent(a.tryAcquire("n", one.attempt()));
    absent(b.tryAcquire("n", two.attempt()));
    assertEquals(List.of(second), c.holders("n"));
    if (rig.capabilities().pushes()) {
      Until.met(rig.arrival(), "a is told", () -> a.pushes().breaks().contains(one.attempt()));
      Until.met(rig.arrival(), "b is told", () -> b.pushes().breaks().contains(two.attempt()));
      assertEquals(List.of(), c.pushes().breaks());
    }
  }

  @Test
  @Needs(Mode.SHARED)
  default void required_N2_aCountedHoldStaysOne(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a").counting(1, 3);
    SpiClient b = SpiClient.of(rig, "b").counting(2, 3);
    Held one = a.take("n");
    for (Mode other : List.of(Mode.SHARED, Mode.EXCLUSIVE)) {
      Standing.Holding same = holding(a.change("n", one.attempt(), one.stamp(), other));
      assertEquals(Mode.COUNTED, same.mode());
      assertEquals(one.stamp(), same.stamp());
    }
    b.take("n");
    absent(a.tryAcquire("n", a.attempt()));
    assertEquals(3, a.inspect("n").size());
  }

  @Test
  default void required_N2_eachStampLiesAboveAllBefore(Rig rig) {
    SpiClient two = SpiClient.of(rig, "two").counting(2, 4);
    SpiClient one = SpiClient.of(rig, "one").counting(1, 4);
    Held first = two.take("n");
    Held second = one.take("n");
    assertTrue(second.stamp() > first.stamp(), () -> second + " after " + first);
    long fresh =
        holding(two.keepAlive(new KeepAlive.Hold("n", first.attempt(), LONG, true))).stamp();
    assertTrue(fresh > second.stamp(), () -> fresh + " after " + second);
    assertEquals(second.stamp(), holding(one.renew("n", second.attempt())).stamp(), "its own");
    String third = two.queue("n");
    String fourth = one.queue("n");
    two.release("n", first.attempt());
    long handed = holding(two.renew("n", third)).stamp();
    long next = holding(one.renew("n", fourth)).stamp();
    assertTrue(handed > fresh && next > handed, () -> fresh + " " + handed + " " + next);
    two.breakHold("n");
    Held last = two.take("n");
    assertTrue(last.stamp() > next, () -> last + " after " + next);
    two.release("n", last.attempt());
    assertTrue(SpiClient.of(rig, "writer").take("n").stamp() > last.stamp(), "as a lock");
  }
}
