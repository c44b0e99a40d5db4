package dev.holdfast.tck.store;

import static dev.holdfast.tck.internal.clients.SpiClient.LONG;
import static dev.holdfast.tck.internal.clients.SpiClient.absent;
import static dev.holdfast.tck.internal.clients.SpiClient.holding;
import static dev.holdfast.tck.internal.clients.SpiClient.queued;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.LockInfo;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Needs;
import dev.holdfast.tck.internal.ShortKit;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.SpiClient;
import dev.holdfast.tck.internal.clients.SpiClient.Held;
import java.util.List;
import org.junit.jupiter.api.Test;

/** S4 at the level of the SPI: a hold that changes its mode. */
@Needs(Mode.SHARED)
public interface ModeChangeRules extends RuleGroup {
  @Test
  default void required_S4_aDowngradeAdmitsTheWaitingReaders(Rig rig) {
    SpiClient writer = SpiClient.of(rig, "writer");
    SpiClient reader = SpiClient.of(rig, "reader").sharing();
    Held held = writer.take("n");
    String one = reader.queue("n");
    String two = reader.queue("n");
    String write = writer.queue("n");
    String behind = reader.queue("n");
    Standing.Holding changed =
        holding(writer.change("n", held.attempt(), held.stamp(), Mode.SHARED));
    assertEquals(Mode.SHARED, changed.mode());
    assertTrue(changed.othersWait());
    assertEquals(List.of(held.attempt(), one, two), writer.holders("n"), "in the same operation");
    assertEquals(List.of(write, behind), writer.waiters("n"));
    assertTrue(changed.stamp() > held.stamp(), () -> changed + " after " + held);
    assertTrue(holding(reader.renew("n", one)).stamp() > changed.stamp());
    assertTrue(writer.inspect("n").holds().stream().allMatch(LockInfo.Hold::shared));
    absent(reader.tryAcquire("n", reader.attempt()));
    if (rig.capabilities().pushes()) {
      Until.met(rig.arrival(), "both are told", () -> reader.pushes().grants().size() == 2);
    }
  }

  @Test
  default void required_S4_aDowngradeWithoutWaitersAdmitsReadersThatCome(Rig rig) {
    SpiClient writer = SpiClient.of(rig, "writer");
    SpiClient reader = SpiClient.of(rig, "reader").sharing();
    Held held = writer.take("n");
    absent(reader.tryAcquire("n", reader.attempt()));
    Standing.Holding changed =
        holding(writer.change("n", held.attempt(), held.stamp(), Mode.SHARED));
    assertFalse(changed.othersWait());
    Held read = reader.take("n");
    assertTrue(read.stamp() > changed.stamp());
    absent(writer.tryAcquire("n", writer.attempt()));
    assertTrue(writer.release("n", held.attempt()));
    assertEquals(List.of(read.attempt()), writer.holders("n"));
  }

  @Test
  @ShortKit
  default void required_S4_onlyTheSoleHolderIsUpgraded(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a").sharing();
    SpiClient b = SpiClient.of(rig, "b").sharing();
    Held one = a.take("n");
    Held two = b.take("n");
    for (int i = 0; i < 2; i++) {
      // Two that want to be the writer are both answered at once.
      assertUnchanged(one, a.change("n", one.attempt(), one.stamp(), Mode.EXCLUSIVE));
      assertUnchanged(two, b.change("n", two.attempt(), two.stamp(), Mode.EXCLUSIVE));
    }
    assertTrue(a.inspect("n").holds().stream().allMatch(LockInfo.Hold::shared));
    b.release("n", two.attempt());
    Standing.Holding upgraded = holding(a.change("n", one.attempt(), one.stamp(), Mode.EXCLUSIVE));
    assertEquals(Mode.EXCLUSIVE, upgraded.mode());
    assertTrue(upgraded.stamp() > two.stamp(), () -> upgraded + " after " + two);
    assertFalse(a.inspect("n").hold().orElseThrow().shared());
    absent(b.tryAcquire("n", b.attempt()));
    assertEquals(Mode.EXCLUSIVE, holding(a.renew("n", one.attempt())).mode());
    assertTrue(a.release("n", one.attempt()));
    b.take("n");
  }

  private static void assertUnchanged(Held held, Standing standing) {
    Standing.Holding now = holding(standing);
    assertEquals(Mode.SHARED, now.mode());
    assertEquals(held.stamp(), now.stamp());
  }

  @Test
  default void required_S4_theSoleReaderIsUpgradedBeforeThoseWhoWait(Rig rig) {
    SpiClient reader = SpiClient.of(rig, "reader").sharing();
    SpiClient writer = SpiClient.of(rig, "writer");
    Held held = reader.take("n");
    String write = writer.queue("n");
    String read = reader.queue("n");
    Standing.Holding upgraded =
        holding(reader.change("n", held.attempt(), held.stamp(), Mode.EXCLUSIVE));
    assertEquals(Mode.EXCLUSIVE, upgraded.mode());
    assertTrue(upgraded.othersWait());
    assertEquals(List.of(write, read), writer.waiters("n"));
    reader.release("n", held.attempt());
    holding(writer.keepPlace("n", write));
    queued(reader.keepPlace("n", read));
  }

  @Test
  default void required_S4_aDeadReaderDoesNotPreventAnUpgrade(Rig rig) {
    rig.needsLeases();
    SpiClient live = SpiClient.of(rig, "live").sharing();
    SpiClient dead = SpiClient.of(rig, "dead").sharing().times(rig.shortMillis(), LONG, LONG);
    Held held = live.take("n");
    Held other = dead.take("n");
    rig.passShortLease();
    Standing.Holding upgraded =
        holding(live.change("n", held.attempt(), held.stamp(), Mode.EXCLUSIVE));
    assertEquals(Mode.EXCLUSIVE, upgraded.mode());
    assertTrue(upgraded.stamp() > other.stamp());
    absent(dead.renew("n", other.attempt()));
  }

  @Test
  default void required_S4_aLateOrRepeatedChangeChangesNothing(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    Held held = a.take("n");
    Standing.Holding shared = holding(a.change("n", held.attempt(), held.stamp(), Mode.SHARED));
    Standing.Holding again = holding(a.change("n", held.attempt(), held.stamp(), Mode.SHARED));
    assertEquals(shared.stamp(), again.stamp(), "a repeated change");
    Standing.Holding exclusive =
        holding(a.change("n", held.attempt(), shared.stamp(), Mode.EXCLUSIVE));
    assertEquals(Mode.EXCLUSIVE, exclusive.mode());
    assertTrue(exclusive.stamp() > shared.stamp());
    Standing.Holding late = holding(a.change("n", held.attempt(), held.stamp(), Mode.SHARED));
    assertEquals(Mode.EXCLUSIVE, late.mode(), "a copy that came late");
    assertEquals(exclusive.stamp(), late.stamp());
    SpiClient reader = SpiClient.of(rig, "reader").sharing();
    absent(reader.tryAcquire("n", reader.attempt()));
  }

  @Test
  default void required_S4_onlyTheLiveHolderChanges(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a").times(rig.shortMillis(), LONG, LONG);
    SpiClient b = SpiClient.of(rig, "b").sharing();
    Held held = a.take("n");
    absent(b.change("n", b.attempt(), held.stamp(), Mode.SHARED));
    String waiting = b.queue("n");
    absent(b.change("n", waiting, held.stamp(), Mode.EXCLUSIVE));
    rig.passShortLease();
    absent(a.change("n", held.attempt(), held.stamp(), Mode.SHARED));
    assertEquals(List.of(waiting), b.holders("n"), "the queue moved on past the dead");
  }

  @Test
  default void required_S4_aChangeIsARenewalToo(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a").times(rig.shortMillis(), LONG, LONG);
    Held held = a.take("n");
    a.times(LONG, LONG, LONG);
    Standing.Holding changed = holding(a.change("n", held.attempt(), held.stamp(), Mode.SHARED));
    assertTrue(changed.remainingMillis() > LONG / 2, changed::toString);
    a.times(rig.shortMillis(), LONG, LONG);
    Standing.Holding back = holding(a.change("n", held.attempt(), changed.stamp(), Mode.EXCLUSIVE));
    assertTrue(back.remainingMillis() > LONG / 2, "never shortened");
    rig.passShortLease();
    holding(a.renew("n", held.attempt()));
  }

  @Test
  default void required_S4_aBatchMayChangeHoldsToo(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b").sharing();
    Held one = a.take("one");
    Held two = a.take("two");
    String waiting = b.queue("one");
    String other = a.attempt();
    List<Standing> standings =
        a.keepAlive(
            List.of(
                new KeepAlive.Hold("two", two.attempt(), LONG, false),
                new KeepAlive.Change("one", one.attempt(), LONG, one.stamp(), Mode.SHARED),
                new KeepAlive.Change("nothing", other, LONG, 1, Mode.SHARED),
                new KeepAlive.Hold("one", one.attempt(), LONG, false)));
    assertEquals(Mode.EXCLUSIVE, holding(standings.get(0)).mode());
    assertEquals(Mode.SHARED, holding(standings.get(1)).mode());
    absent(standings.get(2));
    assertEquals(Mode.SHARED, holding(standings.get(3)).mode());
    assertEquals(List.of(one.attempt(), waiting), b.holders("one"));
  }
}
