package dev.holdfast.tck.store;

import static dev.holdfast.tck.internal.clients.SpiClient.LONG;
import static dev.holdfast.tck.internal.clients.SpiClient.absent;
import static dev.holdfast.tck.internal.clients.SpiClient.holding;
import static dev.holdfast.tck.internal.clients.SpiClient.queued;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Needs;
import dev.holdfast.tck.internal.ShortKit;
import dev.holdfast.tck.internal.clients.CoexistingMode;
import dev.holdfast.tck.internal.clients.SpiClient;
import dev.holdfast.tck.internal.clients.SpiClient.Held;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** N3 at the level of the SPI: waiters for permits are served in order. */
@Needs(Mode.COUNTED)
public interface CountedQueueRules extends RuleGroup {
  @Test
  @ShortKit
  default void required_N3_nobodyOvertakesWhoAsksForMany(Rig rig) {
    SpiClient two = SpiClient.of(rig, "two").counting(2, 4);
    SpiClient one = SpiClient.of(rig, "one").counting(1, 4);
    SpiClient all = SpiClient.of(rig, "all").counting(4, 4);
    Held held = two.take("n");
    Held other = one.take("n");
    String many = all.queue("n");
    Standing.Absent refused = absent(one.tryAcquire("n", one.attempt()));
    assertTrue(refused.holdRemainingMillis() > 0, "a permit is left, but a client waits");
    String few = one.queue("n");
    assertEquals(List.of(many, few), all.waiters("n"));
    one.release("n", other.attempt());
    for (int i = 0; i < 2; i++) {
      queued(one.join("n", few));
      queued(one.keepPlace("n", few));
      queued(all.keepPlace("n", many));
    }
    two.release("n", held.attempt());
    assertEquals(List.of(many), all.holders("n"));
    queued(one.keepPlace("n", few));
    all.release("n", many);
    assertEquals(Mode.COUNTED, holding(one.keepPlace("n", few)).mode());
  }

  @Test
  @ShortKit
  default void required_N3_oneReleaseGrantsAllThatFit(Rig rig) {
    SpiClient all = SpiClient.of(rig, "all").counting(6, 6);
    SpiClient three = SpiClient.of(rig, "three").counting(3, 6);
    SpiClient two = SpiClient.of(rig, "two").counting(2, 6);
    SpiClient one = SpiClient.of(rig, "one").counting(1, 6);
    Held held = all.take("n");
    List<String> run = List.of(two.queue("n"), three.queue("n"));
    List<String> behind = List.of(two.queue("n"), one.queue("n"));
    all.release("n", held.attempt());
    assertEquals(
        run, all.holders("n"), "in the same operation, and none past one that does not fit");
    assertEquals(behind, all.waiters("n"));
    assertTrue(holding(two.renew("n", run.get(0))).othersWait());
    assertTrue(holding(three.renew("n", run.get(1))).othersWait());
    two.release("n", run.get(0));
    assertEquals(List.of(run.get(1), behind.get(0), behind.get(1)), all.holders("n"));
    assertFalse(holding(one.renew("n", behind.get(1))).othersWait());
  }

  /** A queue of all numbers is served from its front, as many at a time as fit. */
  @Test
  default void required_N3_nobodyIsPassedOver(Rig rig) {
    int[] numbers = {1, 4, 2, 2, 3, 1, 1, 4, 1, 3, 2, 1};
    SpiClient asks = SpiClient.of(rig, "asks").counting(4, 4);
    Held first = asks.take("n");
    List<String> waiting = new ArrayList<>();
    for (int permits : numbers) {
      waiting.add(asks.counting(permits, 4).queue("n"));
    }
    asks.release("n", first.attempt());
    int to = 0;
    for (int from = 0; from < numbers.length; from++) {
      int used = 0;
      for (int i = from; i < to; i++) {
        used += numbers[i];
      }
      while (to < numbers.length && used + numbers[to] <= 4) {
        used += numbers[to++];
      }
      assertEquals(waiting.subList(from, to), asks.holders("n"));
      assertEquals(waiting.subList(to, waiting.size()), asks.waiters("n"));
      asks.release("n", waiting.get(from));
    }
    assertFalse(asks.inspect("n").isHeld());
  }

  @Test
  default void required_N3_eachOfARunIsTold(Rig rig) {
    CoexistingMode.COUNTED.eachOfARunIsTold(rig);
  }

  @Test
  default void required_N3_everyHolderIsRecalledWhenSomebodyWaits(Rig rig) {
    CoexistingMode.COUNTED.everyHolderIsRecalled(rig);
  }

  @Test
  default void required_N3_everyReplyToAHolderSaysWhetherOthersWait(Rig rig) {
    CoexistingMode.COUNTED.everyReplySaysWhetherOthersWait(rig);
  }

  @Test
  default void required_N3_whoGivesUpMakesRoomForThoseBehind(Rig rig) {
    SpiClient few = SpiClient.of(rig, "few").counting(1, 3);
    SpiClient many = SpiClient.of(rig, "many").counting(3, 3);
    Held held = few.take("n");
    String gone = many.queue("n");
    List<String> behind = List.of(few.queue("n"), few.queue("n"), few.queue("n"));
    assertTrue(many.release("n", gone));
    assertEquals(List.of(held.attempt(), behind.get(0), behind.get(1)), few.holders("n"));
    assertEquals(List.of(behind.get(2)), few.waiters("n"));
  }

  @Test
  default void required_N3_aDeadWaiterForManyDoesNotBlock(Rig rig) {
    CoexistingMode.COUNTED.theDeadMakeRoomForThoseBehind(rig);
  }

  @Test
  default void required_N3_anExpiredHoldMakesRoomForThoseWhoWait(Rig rig) {
    rig.needsLeases();
    SpiClient dead = SpiClient.of(rig, "dead").counting(2, 4).times(rig.shortMillis(), LONG, LONG);
    SpiClient live = SpiClient.of(rig, "live").counting(2, 4);
    dead.take("n");
    Held held = live.take("n");
    String one = live.counting(1, 4).queue("n");
    String two = live.counting(2, 4).queue("n");
    rig.passShortLease();
    queued(live.keepPlace("n", two));
    assertEquals(List.of(held.attempt(), one), live.holders("n"));
    live.release("n", one);
    holding(live.keepPlace("n", two));
  }

  @Test
  default void required_N3_whoIsHandedPermitsHoldsForItsClaimWindow(Rig rig) {
    rig.needsLeases();
    SpiClient all = SpiClient.of(rig, "all").counting(4, 4);
    SpiClient dead = SpiClient.of(rig, "dead").counting(3, 4).times(LONG, rig.shortMillis(), LONG);
    SpiClient live = SpiClient.of(rig, "live").counting(1, 4).times(LONG, rig.shortMillis(), LONG);
    SpiClient next = SpiClient.of(rig, "next").counting(3, 4);
    Held held = all.take("n");
    String silent = dead.queue("n");
    String claimed = live.queue("n");
    String behind = next.queue("n");
    all.release("n", held.attempt());
    assertTrue(holding(live.renew("n", claimed)).remainingMillis() > LONG / 2);
    holding(dead.keepPlace("n", silent));
    queued(next.keepPlace("n", behind));
    rig.passShortLease();
    absent(dead.renew("n", silent));
    holding(next.keepPlace("n", behind));
    assertEquals(List.of(claimed, behind), next.holders("n"));
  }
}
