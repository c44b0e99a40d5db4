package dev.holdfast.tck.store;

import static dev.holdfast.tck.internal.clients.SpiClient.LONG;
import static dev.holdfast.tck.internal.clients.SpiClient.absent;
import static dev.holdfast.tck.internal.clients.SpiClient.holding;
import static dev.holdfast.tck.internal.clients.SpiClient.mismatched;
import static dev.holdfast.tck.internal.clients.SpiClient.queued;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.Mode;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Needs;
import dev.holdfast.tck.internal.ShortKit;
import dev.holdfast.tck.internal.clients.InTime;
import dev.holdfast.tck.internal.clients.SpiClient;
import dev.holdfast.tck.internal.clients.SpiClient.Held;
import java.util.List;
import org.junit.jupiter.api.Test;

/** N4 at the level of the SPI: all clients that use a name at the same time state one size. */
@Needs(Mode.COUNTED)
public interface SizeRules extends RuleGroup {
  @Test
  @ShortKit
  @Needs(Mode.SHARED)
  default void required_N4_anotherSizeIsAnsweredMismatched(Rig rig) {
    SpiClient four = SpiClient.of(rig, "four").counting(1, 4);
    Held held = four.take("n");
    for (SpiClient other :
        List.of(
            SpiClient.of(rig, "five").counting(1, 5),
            SpiClient.of(rig, "three").counting(3, 3),
            SpiClient.of(rig, "writer"),
            SpiClient.of(rig, "reader").sharing())) {
      String attempt = other.attempt();
      assertEquals(4, mismatched(other.tryAcquire("n", attempt)).size());
      assertEquals(4, mismatched(other.join("n", attempt)).size());
      assertEquals(4, mismatched(other.join("n", attempt)).size());
    }
    assertEquals(List.of(held.attempt()), four.holders("n"));
    assertEquals(List.of(), four.waiters("n"));
    assertFalse(holding(four.renew("n", held.attempt())).othersWait());
    assertEquals(4, four.inspect("n").size());
    four.counting(3, 4).take("n");
    assertEquals(List.of(), four.pushes().recalls());
  }

  @Test
  @Needs(Mode.SHARED)
  default void required_N4_aLockIsNoSemaphore(Rig rig) {
    SpiClient permits = SpiClient.of(rig, "permits").counting(1, 4);
    for (SpiClient lock :
        List.of(SpiClient.of(rig, "writer"), SpiClient.of(rig, "reader").sharing())) {
      Held held = lock.take("n");
      assertEquals(0, mismatched(permits.tryAcquire("n", permits.attempt())).size());
      assertEquals(0, mismatched(permits.join("n", permits.attempt())).size());
      assertEquals(List.of(held.attempt()), lock.holders("n"));
      assertEquals(List.of(), lock.waiters("n"));
      lock.release("n", held.attempt());
    }
    permits.take("n");
  }

  @Test
  default void required_N4_aMismatchTouchesNobodyWhoWaits(Rig rig) {
    SpiClient two = SpiClient.of(rig, "two").counting(2, 3);
    SpiClient five = SpiClient.of(rig, "five").counting(1, 5);
    SpiClient writer = SpiClient.of(rig, "writer");
    Held held = two.take("n");
    List<String> waiting = List.of(two.queue("n"), two.queue("n"));
    for (SpiClient other : List.of(five, writer)) {
      assertEquals(3, mismatched(other.join("n", other.attempt())).size());
      absent(other.keepPlace("n", other.attempt()));
    }
    assertEquals(waiting, two.waiters("n"));
    two.release("n", held.attempt());
    assertEquals(List.of(waiting.get(0)), two.holders("n"));
    assertEquals(3, mismatched(five.tryAcquire("n", five.attempt())).size());
    two.release("n", waiting.get(0));
    holding(two.keepPlace("n", waiting.get(1)));
  }

  /** What was answered so was not ended: the same attempt may be granted when the name is free. */
  @Test
  default void required_N4_aMismatchLeavesNothing(Rig rig) {
    SpiClient four = SpiClient.of(rig, "four").counting(1, 4);
    SpiClient five = SpiClient.of(rig, "five").counting(5, 5);
    Held held = four.take("n");
    String attempt = five.attempt();
    mismatched(five.join("n", attempt));
    assertFalse(absent(five.renew("n", attempt)).broken());
    four.release("n", held.attempt());
    assertEquals(List.of(), four.names(10));
    assertEquals(List.of(), four.holders("n"));
    holding(five.tryAcquire("n", attempt));
  }

  @Test
  default void required_N4_theNextStatesTheSizeAnewWhenNobodyHoldsOrWaits(Rig rig) {
    SpiClient asks = SpiClient.of(rig, "asks");
    for (int size : new int[] {4, 2, 1_000_000, 1}) {
      Held held = asks.counting(size, size).take("n");
      assertEquals(size, asks.inspect("n").size());
      assertTrue(asks.release("n", held.attempt()));
    }
    asks.counting(1, 2).take("n");
    assertTrue(asks.breakHold("n"));
    asks.counting(3, 3).take("n");
    assertTrue(asks.breakHold("n"));
    Held lock = SpiClient.of(rig, "writer").take("n");
    asks.release("n", lock.attempt());
    asks.counting(2, 5).take("n");
    asks.take("n");
    absent(asks.tryAcquire("n", asks.attempt()));
  }

  @Test
  default void required_N4_theDeadStateNoSize(Rig rig) {
    rig.needsLeases();
    SpiClient dead =
        SpiClient.of(rig, "dead").counting(2, 3).times(rig.shortMillis(), LONG, rig.shortMillis());
    SpiClient five = SpiClient.of(rig, "five").counting(5, 5);
    SpiClient writer = SpiClient.of(rig, "writer");
    for (SpiClient next : List.of(five, writer)) {
      dead.take("n");
      dead.queue("n");
      assertEquals(3, mismatched(next.tryAcquire("n", next.attempt())).size());
      rig.passShortLease();
      Held held = next.take("n");
      assertEquals(next == five ? 5 : 0, next.inspect("n").size());
      next.release("n", held.attempt());
    }
  }

  @Test
  default void required_N4_aKeptHoldKeepsTheSize(Rig rig) {
    rig.needsLeases();
    SpiClient two = SpiClient.of(rig, "two").counting(1, 2);
    SpiClient five = SpiClient.of(rig, "five").counting(5, 5);
    InTime.play(
        rig.shortMillis(),
        (name, millis) -> {
          Held held = two.take(name);
          two.releaseKeeping(name, held.attempt(), millis);
          assertEquals(2, mismatched(five.join(name, five.attempt())).size());
          assertEquals(2, two.inspect(name).size());
          return () -> {
            rig.passMillis(millis + 50);
            five.take(name);
          };
        });
  }

  /** A dead holder's permits go to the waiter, whose size still counts. */
  @Test
  default void required_N4_whoWaitsKeepsTheSize(Rig rig) {
    rig.needsLeases();
    SpiClient dead = SpiClient.of(rig, "dead").counting(2, 3).times(rig.shortMillis(), LONG, LONG);
    SpiClient live = SpiClient.of(rig, "live").counting(2, 3);
    SpiClient writer = SpiClient.of(rig, "writer");
    dead.take("n");
    String waiting = live.queue("n");
    rig.passShortLease();
    assertEquals(3, mismatched(writer.tryAcquire("n", writer.attempt())).size());
    holding(live.keepPlace("n", waiting));
    queued(live.join("n", live.attempt()));
  }
}
