package dev.holdfast.tck.store;

import static dev.holdfast.tck.internal.clients.SpiClient.LONG;
import static dev.holdfast.tck.internal.clients.SpiClient.absent;
import static dev.holdfast.tck.internal.clients.SpiClient.holding;
import static dev.holdfast.tck.internal.clients.SpiClient.queued;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.LockInfo;
import dev.holdfast.spi.Mode;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Needs;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.SpiClient;
import dev.holdfast.tck.internal.clients.SpiClient.Held;
import java.util.List;
import org.junit.jupiter.api.Test;

/** N6 at the level of the SPI: a part of the permits of a hold is given back. */
@Needs(Mode.COUNTED)
public interface ReduceRules extends RuleGroup {
  /** A client of this number of permits of four; skips the test if there are no parts. */
  private static SpiClient ofFour(Rig rig, String name, int permits) {
    SpiClient client = SpiClient.of(rig, name).counting(permits, 4);
    assumeTrue(client.reduces(), "not asked: this store takes permits back together only");
    return client;
  }

  private static List<Integer> permitsOf(SpiClient client) {
    return client.inspect("n").holds().stream().map(LockInfo.Hold::permits).toList();
  }

  @Test
  default void required_N6_theRestIsHeldOn(Rig rig) {
    SpiClient three = ofFour(rig, "three", 3);
    Held held = three.take("n");
    assertTrue(three.reduce("n", held.attempt(), 1));
    assertEquals(List.of(1), permitsOf(three));
    assertEquals(held.stamp(), holding(three.renew("n", held.attempt())).stamp());
    three.take("n");
    SpiClient one = ofFour(rig, "one", 1);
    absent(one.tryAcquire("n", one.attempt()));
    assertTrue(three.release("n", held.attempt()));
    one.take("n");
    absent(one.tryAcquire("n", one.attempt()));
  }

  @Test
  default void required_N6_whoWaitsIsServedAtOnce(Rig rig) {
    SpiClient all = ofFour(rig, "all", 4);
    SpiClient two = ofFour(rig, "two", 2);
    SpiClient one = ofFour(rig, "one", 1);
    Held held = all.take("n");
    List<String> run = List.of(two.queue("n"), one.queue("n"));
    String behind = two.queue("n");
    assertTrue(all.reduce("n", held.attempt(), 1));
    assertEquals(
        List.of(held.attempt(), run.get(0), run.get(1)), one.holders("n"), "in the same operation");
    assertEquals(List.of(behind), one.waiters("n"));
    if (rig.capabilities().pushes()) {
      Until.met(rig.arrival(), "one is told", () -> one.pushes().grants().size() == 1);
      Until.met(rig.arrival(), "two is told", () -> two.pushes().grants().size() == 1);
    }
  }

  @Test
  default void required_N6_aCopyThatComesLateGivesNothingBackAndTakesNothing(Rig rig) {
    SpiClient three = ofFour(rig, "three", 3);
    Held held = three.take("n");
    assertTrue(three.reduce("n", held.attempt(), 1));
    for (int late : List.of(1, 2, 3, 4)) {
      assertTrue(three.reduce("n", held.attempt(), late));
    }
    holding(three.renew("n", held.attempt()));
    holding(three.join("n", held.attempt()));
    assertEquals(List.of(1), permitsOf(three));
  }

  @Test
  default void required_N6_onlyTheAttemptsOwnHoldIsReduced(Rig rig) {
    SpiClient two = ofFour(rig, "two", 2);
    Held own = two.take("n");
    Held other = two.take("n");
    String waiting = two.queue("n");
    assertFalse(two.reduce("n", waiting, 1));
    assertFalse(two.reduce("n", two.attempt(), 1));
    assertEquals(List.of(2, 2), permitsOf(two));
    two.release("n", own.attempt());
    assertFalse(two.reduce("n", own.attempt(), 1));
    assertEquals(List.of(other.attempt(), waiting), two.holders("n"));
    assertEquals(List.of(2, 2), permitsOf(two));
    SpiClient lock = SpiClient.of(rig, "lock");
    assertFalse(lock.reduce("m", lock.take("m").attempt(), 1));
  }

  @Test
  default void required_N6_anExpiredHoldHasNoPermitsToGiveBack(Rig rig) {
    rig.needsLeases();
    SpiClient dead = ofFour(rig, "dead", 4).times(rig.shortMillis(), LONG, LONG);
    Held held = dead.take("n");
    SpiClient next = ofFour(rig, "next", 4);
    String waiting = next.queue("n");
    rig.passShortLease();
    assertFalse(dead.reduce("n", held.attempt(), 1));
    holding(next.keepPlace("n", waiting));
    queued(next.keepPlace("n", next.queue("n")));
    assertEquals(List.of(4), permitsOf(next));
  }
}
