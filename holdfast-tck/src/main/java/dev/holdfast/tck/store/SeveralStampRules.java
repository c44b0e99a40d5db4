package dev.holdfast.tck.store;

import static dev.holdfast.tck.internal.clients.SpiClient.LONG;
import static dev.holdfast.tck.internal.clients.SpiClient.absent;
import static dev.holdfast.tck.internal.clients.SpiClient.firstToken;
import static dev.holdfast.tck.internal.clients.SpiClient.holding;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.LockInfo;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.ShortKit;
import dev.holdfast.tck.internal.clients.SpiClient;
import dev.holdfast.tck.internal.clients.SpiClient.Held;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** M4 at the level of the SPI: holds that are to have one stamp. */
public interface SeveralStampRules extends RuleGroup {
  private static Standing raise(SpiClient client, String name, String attempt, long stamp) {
    return client.keepAlive(new KeepAlive.Raise(name, attempt, LONG, stamp));
  }

  /** Clients that ask for holds of each kind that the store has. */
  private static List<SpiClient> kinds(Rig rig) {
    List<SpiClient> kinds = new ArrayList<>(List.of(SpiClient.of(rig, "writes")));
    kinds.addAll(kindsBesideOthers(rig));
    return kinds;
  }

  private static List<SpiClient> kindsBesideOthers(Rig rig) {
    List<SpiClient> kinds = new ArrayList<>();
    if (rig.capabilities().modes().contains(Mode.SHARED)) {
      kinds.add(SpiClient.of(rig, "reads").sharing());
    }
    if (rig.capabilities().modes().contains(Mode.COUNTED)) {
      kinds.add(SpiClient.of(rig, "counts").counting(1, 3));
    }
    return kinds;
  }

  @Test
  @ShortKit
  default void required_M4_aRaisedHoldHasTheStampThatWasAskedFor(Rig rig) {
    for (SpiClient a : kinds(rig)) {
      Held held = a.take("n");
      long asked = held.stamp() + 2_000_000;
      Standing.Holding raised = holding(raise(a, "n", held.attempt(), asked));
      assertEquals(asked, raised.stamp());
      assertEquals(held.standing().mode(), raised.mode());
      assertEquals(asked, holding(raise(a, "n", held.attempt(), asked)).stamp(), "asked again");
      assertEquals(asked, holding(a.renew("n", held.attempt())).stamp());
      assertEquals(asked, holding(a.tryAcquire("n", held.attempt())).stamp());
      LockInfo.Hold shown = a.inspect("n").hold().orElseThrow();
      assertEquals(firstToken(asked), shown.token());
      assertTrue(a.release("n", held.attempt()));
    }
  }

  @Test
  default void required_M4_aHigherStampIsKept(Rig rig) {
    for (SpiClient a : kinds(rig)) {
      Held held = a.take("n");
      for (long asked : new long[] {1, held.stamp() - 1, held.stamp()}) {
        assertEquals(held.stamp(), holding(raise(a, "n", held.attempt(), asked)).stamp());
      }
      assertTrue(a.release("n", held.attempt()));
      assertTrue(a.take("n").stamp() > held.stamp());
      a.breakHold("n");
    }
  }

  /** Another hold of the name has the stamp that is asked for, or a higher one. */
  @Test
  default void required_M4_noStampIsGivenTwice(Rig rig) {
    for (SpiClient a : kindsBesideOthers(rig)) {
      Held first = a.take("n");
      Held second = a.take("n");
      long ahead = second.stamp() + 1_000_000;
      assertEquals(ahead, holding(raise(a, "n", second.attempt(), ahead)).stamp());
      long raised = holding(raise(a, "n", first.attempt(), ahead)).stamp();
      assertTrue(raised > ahead, () -> raised + " after " + ahead);
      long between = holding(raise(a, "n", second.attempt(), ahead + 1)).stamp();
      assertTrue(between > raised, () -> between + " after " + raised);
      a.breakHold("n");
    }
  }

  @Test
  default void required_M4_theNextGrantLiesAboveARaisedStamp(Rig rig) {
    SpiClient writer = SpiClient.of(rig, "next");
    for (SpiClient a : kinds(rig)) {
      Held held = a.take("n");
      long last = held.stamp() + 1_000_000;
      holding(raise(a, "n", held.attempt(), last));
      a.release("n", held.attempt());
      Held next = writer.take("n");
      assertTrue(next.stamp() > last, () -> next + " after " + last);
      long ahead = next.stamp() + 1_000_000;
      holding(raise(writer, "n", next.attempt(), ahead));
      String waiting = writer.queue("n");
      writer.release("n", next.attempt());
      Standing.Holding handed = holding(writer.renew("n", waiting));
      assertTrue(handed.stamp() > ahead, () -> handed + " after " + ahead);
      writer.release("n", waiting);
    }
  }

  @Test
  default void required_M4_aRaiseIsARenewalToo(Rig rig) {
    rig.needsLeases();
    for (SpiClient a : kinds(rig)) {
      Held held = a.times(rig.shortMillis(), LONG, LONG).take("n");
      Standing.Holding raised = holding(raise(a, "n", held.attempt(), held.stamp() + 9));
      assertTrue(raised.remainingMillis() > LONG / 2, raised::toString);
      KeepAlive shorter =
          new KeepAlive.Raise("n", held.attempt(), rig.shortMillis(), held.stamp() + 99);
      assertTrue(holding(a.keepAlive(shorter)).remainingMillis() > LONG / 2, "never shortened");
      rig.passShortLease();
      assertEquals(held.stamp() + 99, holding(a.renew("n", held.attempt())).stamp());
      // One that keeps its stamp is renewed all the same.
      Held kept = a.take("other");
      assertTrue(holding(raise(a, "other", kept.attempt(), 1)).remainingMillis() > LONG / 2);
      a.release("n", held.attempt());
      a.release("other", kept.attempt());
    }
  }

  @Test
  default void required_M4_onlyTheLiveHolderIsRaised(Rig rig) {
    rig.needsLeases();
    for (SpiClient a : kinds(rig)) {
      SpiClient b = SpiClient.of(rig, "b");
      Held lasting = a.take("n");
      long ahead = lasting.stamp() + 60_000_000;
      absent(raise(a, "n", a.attempt(), ahead));
      absent(raise(a, "free", a.attempt(), ahead));
      if (lasting.standing().mode() != Mode.COUNTED) {
        String waiting = b.queue("n");
        absent(raise(b, "n", waiting, ahead));
        b.release("n", waiting);
      }
      a.release("n", lasting.attempt());
      Held held = a.times(rig.shortMillis(), LONG, LONG).take("n");
      rig.passShortLease();
      absent(raise(a, "n", held.attempt(), ahead));
      Held next = b.take("n");
      assertTrue(next.stamp() < ahead, "nothing was raised");
      absent(raise(a, "n", held.attempt(), ahead));
      assertEquals(next.stamp(), holding(b.renew("n", next.attempt())).stamp());
      b.release("n", next.attempt());
    }
  }

  /** What several names need that were not acquired in one operation. */
  @Test
  default void required_M4_aBatchGivesSeveralOneStamp(Rig rig) {
    // One client has them all: no client renews what is another's.
    SpiClient a = SpiClient.of(rig, "a");
    List<Held> holds = new ArrayList<>(List.of(a.take("n0")));
    if (rig.capabilities().modes().contains(Mode.SHARED)) {
      holds.add(a.sharing().take("n" + holds.size()));
    }
    if (rig.capabilities().modes().contains(Mode.COUNTED)) {
      holds.add(a.counting(1, 3).take("n" + holds.size()));
    }
    long highest = holds.stream().mapToLong(Held::stamp).max().orElseThrow();
    List<KeepAlive> requests = new ArrayList<>();
    for (Held held : holds) {
      requests.add(new KeepAlive.Raise("n" + requests.size(), held.attempt(), LONG, highest));
    }
    requests.add(new KeepAlive.Raise("none", a.attempt(), LONG, highest));
    List<Standing> standings = a.keepAlive(requests);
    for (int i = 0; i < holds.size(); i++) {
      assertEquals(highest, holding(standings.get(i)).stamp());
      assertEquals(holds.get(i).standing().mode(), holding(standings.get(i)).mode());
    }
    absent(standings.get(holds.size()));
  }
}
