package dev.holdfast.tck.store;

import static dev.holdfast.tck.internal.clients.SpiClient.LONG;
import static dev.holdfast.tck.internal.clients.SpiClient.absent;
import static dev.holdfast.tck.internal.clients.SpiClient.holding;
import static dev.holdfast.tck.internal.clients.SpiClient.mismatched;
import static dev.holdfast.tck.internal.clients.SpiClient.queued;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.holdfast.spi.Mode;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Needs;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.InTime;
import dev.holdfast.tck.internal.clients.SpiClient;
import dev.holdfast.tck.internal.clients.SpiClient.Held;
import java.util.List;
import org.junit.jupiter.api.Test;

/** N5 at the level of the SPI: another size while permits are held or waited for. */
@Needs(Mode.COUNTED)
public interface ResizeRules extends RuleGroup {
  @Test
  default void required_N5_aSmallerSizeEndsNoHoldAndGrantsNobodyBeforeThereIsRoom(Rig rig) {
    SpiClient asks = SpiClient.of(rig, "asks");
    Held two = asks.counting(2, 4).take("n");
    Held one = asks.counting(1, 4).take("n");
    Held last = asks.take("n");
    assertEquals(4, asks.resize("n", 2));
    for (Held held : List.of(two, one, last)) {
      assertEquals(held.stamp(), holding(asks.renew("n", held.attempt())).stamp());
    }
    assertEquals(3, asks.inspect("n").holds().size());
    SpiClient next = SpiClient.of(rig, "next").counting(1, 2);
    absent(next.tryAcquire("n", next.attempt()));
    String waiting = next.queue("n");
    asks.release("n", one.attempt());
    queued(next.keepPlace("n", waiting));
    asks.release("n", last.attempt());
    queued(next.keepPlace("n", waiting));
    asks.release("n", two.attempt());
    assertEquals(Mode.COUNTED, holding(next.keepPlace("n", waiting)).mode());
    next.take("n");
    absent(next.tryAcquire("n", next.attempt()));
  }

  @Test
  default void required_N5_growthServesTheQueueAtOnce(Rig rig) {
    SpiClient two = SpiClient.of(rig, "two").counting(2, 2);
    SpiClient one = SpiClient.of(rig, "one").counting(1, 2);
    Held held = two.take("n");
    List<String> run = List.of(one.queue("n"), two.queue("n"));
    String behind = two.queue("n");
    assertEquals(2, one.resize("n", 5));
    assertEquals(
        List.of(held.attempt(), run.get(0), run.get(1)), one.holders("n"), "in the same operation");
    assertEquals(List.of(behind), one.waiters("n"));
    assertEquals(held.stamp(), holding(two.renew("n", held.attempt())).stamp());
    if (rig.capabilities().pushes()) {
      Until.met(rig.arrival(), "one is told", () -> one.pushes().grants().size() == 1);
      Until.met(rig.arrival(), "two is told", () -> two.pushes().grants().size() == 1);
    }
    assertEquals(5, one.resize("n", 1_000));
    holding(two.keepPlace("n", behind));
    SpiClient rest = SpiClient.of(rig, "rest").counting(993, 1_000);
    rest.take("n");
    absent(rest.tryAcquire("n", rest.attempt()));
  }

  @Test
  default void required_N5_theNewSizeIsTheOneToState(Rig rig) {
    SpiClient old = SpiClient.of(rig, "old").counting(1, 4);
    SpiClient states = SpiClient.of(rig, "states").counting(1, 6);
    Held held = old.take("n");
    assertEquals(4, old.resize("n", 6));
    assertEquals(6, old.inspect("n").size());
    assertEquals(6, mismatched(old.tryAcquire("n", old.attempt())).size());
    holding(old.tryAcquire("n", held.attempt()));
    states.counting(5, 6).take("n");
    String waiting = states.counting(2, 6).queue("n");
    assertEquals(6, states.resize("n", 7));
    queued(states.join("n", waiting));
    assertEquals(7, states.resize("n", 7), "again: nothing changes");
    assertEquals(7, states.inspect("n").size());
    old.release("n", held.attempt());
    holding(states.join("n", waiting));
  }

  @Test
  default void required_N5_aSizeThatIsExpectedIsComparedFirst(Rig rig) {
    SpiClient one = SpiClient.of(rig, "one").counting(1, 4);
    assertEquals(0, one.resize("n", 4, 5), "no permit is held");
    one.take("n");
    assertEquals(4, one.resize("n", 3, 6));
    assertEquals(4, one.inspect("n").size());
    assertEquals(4, one.resize("n", 4, 6));
    assertEquals(6, one.inspect("n").size());
    assertEquals(6, one.resize("n", 4, 2), "a copy that comes late");
    assertEquals(6, one.resize("n", 6, 6));
    assertEquals(6, one.inspect("n").size());
  }

  @Test
  default void required_N5_whoAsksForMoreThanThereAreIsPassedOver(Rig rig) {
    SpiClient one = SpiClient.of(rig, "one").counting(1, 4);
    SpiClient many = SpiClient.of(rig, "many").counting(4, 4);
    Held held = one.take("n");
    String tooMany = many.queue("n");
    String next = one.queue("n");
    assertEquals(4, one.resize("n", 3));
    assertEquals(List.of(held.attempt(), next), one.holders("n"), "room for who stands behind it");
    assertFalse(absent(many.keepPlace("n", tooMany)).broken());
    assertEquals(List.of(), one.waiters("n"));
    assertFalse(holding(one.renew("n", held.attempt())).othersWait());
    assertEquals(3, mismatched(many.join("n", tooMany)).size());
  }

  @Test
  default void required_N5_whoAsksForMoreThanThereAreDoesNotBlockLater(Rig rig) {
    SpiClient two = SpiClient.of(rig, "two").counting(2, 4);
    SpiClient many = SpiClient.of(rig, "many").counting(3, 4);
    Held one = two.take("n");
    Held other = two.take("n");
    String first = two.queue("n");
    String tooMany = many.queue("n");
    String last = two.queue("n");
    assertEquals(4, two.resize("n", 2));
    absent(many.keepPlace("n", tooMany));
    assertEquals(List.of(first, last), two.waiters("n"));
    two.release("n", one.attempt());
    queued(two.keepPlace("n", first));
    two.release("n", other.attempt());
    assertEquals(List.of(first), two.holders("n"));
    queued(two.keepPlace("n", last));
    two.release("n", first);
    holding(two.keepPlace("n", last));
  }

  @Test
  @Needs(Mode.SHARED)
  default void required_N5_whereNobodyHoldsOrWaitsForPermitsThereIsNothingToChange(Rig rig) {
    SpiClient permits = SpiClient.of(rig, "permits").counting(3, 3);
    assertEquals(0, permits.resize("n", 5));
    assertEquals(List.of(), permits.names(10));
    Held held = permits.take("n");
    permits.release("n", held.attempt());
    assertEquals(0, permits.resize("n", 5));
    permits.take("n");
    permits.breakHold("n");
    assertEquals(0, permits.resize("n", 5));
    for (SpiClient lock :
        List.of(SpiClient.of(rig, "writer"), SpiClient.of(rig, "reader").sharing())) {
      Held locked = lock.take("n");
      assertEquals(0, permits.resize("n", 5));
      assertEquals(0, lock.inspect("n").size());
      assertEquals(0, mismatched(permits.tryAcquire("n", permits.attempt())).size());
      holding(lock.renew("n", locked.attempt()));
      lock.release("n", locked.attempt());
    }
  }

  @Test
  default void required_N5_theDeadAreNotResized(Rig rig) {
    rig.needsLeases();
    SpiClient dead = SpiClient.of(rig, "dead").counting(2, 2).times(rig.shortMillis(), LONG, LONG);
    SpiClient three = SpiClient.of(rig, "three").counting(3, 3);
    dead.take("n");
    rig.passShortLease();
    assertEquals(0, three.resize("n", 5));
    three.take("n");
    dead.times(rig.shortMillis(), rig.shortMillis(), LONG);
    Held held = dead.take("m");
    String waiting = dead.queue("m");
    rig.passShortLease();
    assertEquals(2, three.resize("m", 3), "the queue moves on first");
    assertEquals(List.of(waiting), three.holders("m"));
    absent(dead.renew("m", held.attempt()));
  }

  @Test
  default void required_N5_keptPermitsCountInTheNewSize(Rig rig) {
    rig.needsLeases();
    SpiClient two = SpiClient.of(rig, "two").counting(2, 4);
    SpiClient next = SpiClient.of(rig, "next").counting(2, 3);
    InTime.play(
        rig.shortMillis(),
        (name, millis) -> {
          Held held = two.take(name);
          two.releaseKeeping(name, held.attempt(), millis);
          assertEquals(4, two.resize(name, 3));
          String waiting = next.queue(name);
          queued(next.keepPlace(name, waiting));
          return () -> {
            rig.passMillis(millis + 50);
            holding(next.keepPlace(name, waiting));
          };
        });
  }
}
