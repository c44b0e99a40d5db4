package dev.holdfast.tck.store;

import static dev.holdfast.tck.internal.clients.SpiClient.LONG;
import static dev.holdfast.tck.internal.clients.SpiClient.absent;
import static dev.holdfast.tck.internal.clients.SpiClient.firstToken;
import static dev.holdfast.tck.internal.clients.SpiClient.holding;
import static dev.holdfast.tck.internal.clients.SpiClient.queued;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.LockInfo;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Needs;
import dev.holdfast.tck.internal.ShortKit;
import dev.holdfast.tck.internal.clients.InTime;
import dev.holdfast.tck.internal.clients.SpiClient;
import dev.holdfast.tck.internal.clients.SpiClient.Held;
import java.util.List;
import org.junit.jupiter.api.Test;

/** N1 at the level of the SPI: how many permits are held at once. */
@Needs(Mode.COUNTED)
public interface CountedHoldRules extends RuleGroup {
  @Test
  @ShortKit
  default void required_N1_permitsAreNeverMoreThanTheSize(Rig rig) {
    SpiClient one = SpiClient.of(rig, "one").counting(1, 4);
    SpiClient two = SpiClient.of(rig, "two").counting(2, 4);
    SpiClient three = SpiClient.of(rig, "three").counting(3, 4);
    Held first = two.take("n");
    Held second = one.take("n");
    assertEquals(Mode.COUNTED, first.standing().mode());
    assertTrue(first.standing().remainingMillis() > 0);
    Standing.Absent refused = absent(two.tryAcquire("n", two.attempt()));
    assertTrue(
        List.of(first.attempt(), second.attempt()).contains(refused.holder()), refused::toString);
    assertTrue(refused.holdRemainingMillis() > 0);
    Held last = one.take("n");
    absent(one.tryAcquire("n", one.attempt()));
    two.release("n", first.attempt());
    absent(three.tryAcquire("n", three.attempt()));
    two.take("n");
    absent(one.tryAcquire("n", one.attempt()));
    for (Held held : List.of(second, last)) {
      Standing.Holding renewed = holding(one.renew("n", held.attempt()));
      assertEquals(Mode.COUNTED, renewed.mode());
      assertEquals(held.stamp(), renewed.stamp());
    }
  }

  @Test
  default void required_N1_allPermitsMayBeHeldAtOnce(Rig rig) {
    SpiClient all = SpiClient.of(rig, "all").counting(7, 7);
    SpiClient one = SpiClient.of(rig, "one").counting(1, 7);
    for (int round = 0; round < 2; round++) {
      Held held = all.take("n");
      absent(one.tryAcquire("n", one.attempt()));
      all.release("n", held.attempt());
      List<Held> each = List.of(one.take("n"), one.take("n"), one.take("n"), one.take("n"));
      assertEquals(4, one.holders("n").size(), "of one client, too");
      absent(all.tryAcquire("n", all.attempt()));
      each.forEach(hold -> one.release("n", hold.attempt()));
    }
  }

  @Test
  default void required_N1_aRepeatedAcquireTakesNoMorePermits(Rig rig) {
    SpiClient two = SpiClient.of(rig, "two").counting(2, 5);
    Held first = two.take("n");
    for (int i = 0; i < 3; i++) {
      Standing.Holding again = holding(two.tryAcquire("n", first.attempt()));
      assertEquals(first.stamp(), again.stamp());
      assertEquals(Mode.COUNTED, again.mode());
    }
    Held second = two.take("n");
    String waiting = two.queue("n");
    queued(two.join("n", waiting));
    two.release("n", first.attempt());
    assertEquals(List.of(second.attempt(), waiting), two.holders("n"));
    holding(two.join("n", waiting));
    two.release("n", waiting);
    two.take("n");
    absent(two.tryAcquire("n", two.attempt()));
  }

  @Test
  default void required_N1_aKeptHoldKeepsItsPermits(Rig rig) {
    rig.needsLeases();
    SpiClient two = SpiClient.of(rig, "two").counting(2, 3);
    SpiClient one = SpiClient.of(rig, "one").counting(1, 3);
    InTime.play(
        rig.shortMillis(),
        (name, millis) -> {
          Held held = two.take(name);
          assertTrue(two.releaseKeeping(name, held.attempt(), millis));
          absent(two.tryAcquire(name, two.attempt()));
          absent(two.renew(name, held.attempt()));
          two.release(name, held.attempt());
          Held beside = one.take(name);
          absent(one.tryAcquire(name, one.attempt()));
          LockInfo.Hold kept = one.inspect(name).holds().get(0);
          assertTrue(kept.kept(), kept::toString);
          assertEquals(2, kept.permits());
          String waiting = two.queue(name);
          return () -> {
            rig.passMillis(millis + 50);
            holding(two.keepPlace(name, waiting));
            assertEquals(List.of(beside.attempt(), waiting), one.holders(name));
          };
        });
  }

  @Test
  default void required_N1_holdsAreShownWithTheirPermits(Rig rig) {
    SpiClient two = SpiClient.of(rig, "two").counting(2, 9);
    SpiClient five = SpiClient.of(rig, "five").counting(5, 9);
    SpiClient observer = SpiClient.of(rig, "observer");
    assertEquals(new LockInfo("n", List.of(), List.of(), 0), observer.inspect("n"));
    Held first = two.take("n");
    Held second = five.take("n");
    String waiting = five.queue("n");
    LockInfo info = observer.inspect("n");
    assertEquals(9, info.size());
    assertEquals(List.of(first.attempt(), second.attempt()), five.holders("n"));
    assertEquals(List.of(2, 5), info.holds().stream().map(LockInfo.Hold::permits).toList());
    assertEquals(
        List.of(firstToken(first.stamp()), firstToken(second.stamp())),
        info.holds().stream().map(LockInfo.Hold::token).toList());
    for (LockInfo.Hold hold : info.holds()) {
      assertFalse(hold.shared());
      assertFalse(hold.kept());
      assertTrue(hold.remaining().toMillis() > 0 && hold.remaining().toMillis() <= LONG);
    }
    assertEquals(List.of(waiting), observer.waiters("n"));
    assertEquals(List.of("n"), observer.names(10));
    for (String attempt : List.of(waiting, first.attempt(), second.attempt())) {
      two.release("n", attempt);
    }
    assertEquals(new LockInfo("n", List.of(), List.of(), 0), observer.inspect("n"));
    assertEquals(List.of(), observer.names(10));
    Held lock = observer.take("n");
    assertEquals(0, observer.inspect("n").size());
    assertEquals(0, observer.inspect("n").hold().orElseThrow().permits());
    observer.release("n", lock.attempt());
  }
}
