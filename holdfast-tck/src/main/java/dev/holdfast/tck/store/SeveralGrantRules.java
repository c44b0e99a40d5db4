package dev.holdfast.tck.store;

import static dev.holdfast.tck.internal.clients.SpiClient.LONG;
import static dev.holdfast.tck.internal.clients.SpiClient.absent;
import static dev.holdfast.tck.internal.clients.SpiClient.holding;
import static dev.holdfast.tck.internal.clients.SpiClient.queued;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Needs;
import dev.holdfast.tck.internal.ShortKit;
import dev.holdfast.tck.internal.clients.Asked;
import dev.holdfast.tck.internal.clients.SpiClient;
import dev.holdfast.tck.internal.clients.SpiClient.Held;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** M1 at the level of the SPI: what one operation grants. */
public interface SeveralGrantRules extends RuleGroup {
  @Test
  default void required_M1_theFirstIsAnsweredAsIfAlone(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    Asked free = Asked.waiting(a, "a", "b");
    assertTrue(free.granted() >= 1, free.standings()::toString);
    assertEquals(free.holding(0).stamp(), holding(a.renew("a", free.attempt(0))).stamp());
    assertEquals(List.of(free.attempt(0)), b.holders("a"));
    Standing.Absent refused = absent(Asked.trying(b, "a", "c").standing(0));
    assertEquals(free.attempt(0), refused.holder());
    Asked waits = Asked.waiting(b, "a", "c");
    assertEquals(0, queued(waits.standing(0)).ahead());
    assertEquals(0, queued(waits.again().standing(0)).ahead());
    assertEquals(List.of(waits.attempt(0)), a.waiters("a"));
    a.release("a", free.attempt(0));
    holding(b.keepPlace("a", waits.attempt(0)));
  }

  @Test
  default void required_M1_whatIsFreeIsGrantedTogether(Rig rig) {
    Asked.needsSeveral(rig, 3);
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    for (boolean waits : new boolean[] {false, true}) {
      Asked all = Asked.of(a, Asked.requests(a, waits, "z", "a", "m"));
      assertTrue(all.stamp() > 0);
      for (int i = 0; i < 3; i++) {
        Standing.Holding held = all.holding(i);
        assertEquals(Mode.EXCLUSIVE, held.mode());
        assertFalse(held.othersWait());
        long least = rig.hasLeases() ? LONG / 2 : 0;
        assertTrue(held.remainingMillis() > least && held.remainingMillis() <= LONG);
        String name = all.requests().get(i).name();
        assertEquals(List.of(all.attempt(i)), a.holders(name));
        absent(b.tryAcquire(name, b.attempt()));
        assertEquals(all.stamp(), holding(a.renew(name, all.attempt(i))).stamp());
      }
      assertEquals(List.of(true, true, true), all.releaseAll());
    }
  }

  /** Whichever of them had the highest: the stamps of one are far ahead of the others' here. */
  @Test
  @ShortKit
  default void required_M1_oneStampLiesAboveAllThatAnyOfThemHad(Rig rig) {
    Asked.needsSeveral(rig, 3);
    SpiClient a = SpiClient.of(rig, "a");
    List<String> names = List.of("a", "b", "c");
    for (String high : names) {
      Held held = a.take(high);
      long ahead = held.stamp() + 3_000_000;
      holding(a.keepAlive(new KeepAlive.Raise(high, held.attempt(), LONG, ahead)));
      a.release(high, held.attempt());
      Asked all = Asked.trying(a, "a", "b", "c");
      assertTrue(all.stamp() > ahead, () -> all.stamp() + " after " + ahead);
      all.releaseAll().forEach(found -> assertTrue(found));
      for (String name : names) {
        Held next = a.take(name);
        assertTrue(next.stamp() > all.stamp(), () -> next + " after " + all.stamp());
        a.release(name, next.attempt());
      }
    }
  }

  @Test
  @Needs({Mode.SHARED, Mode.COUNTED})
  default void required_M1_holdsOfDifferentKindsHaveOneStamp(Rig rig) {
    Asked.needsSeveral(rig, 4);
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    Held reading = b.sharing().take("read");
    Held counted = b.counting(2, 4).take("permits");
    List<AcquireRequest> requests = new ArrayList<>(Asked.requests(a, false, "write"));
    requests.addAll(Asked.requests(a.sharing(), false, "read", "also read"));
    requests.addAll(Asked.requests(a.counting(2, 4), false, "permits"));
    Asked all = Asked.of(a, requests);
    assertTrue(all.stamp() > Math.max(reading.stamp(), counted.stamp()));
    assertEquals(
        List.of(Mode.EXCLUSIVE, Mode.SHARED, Mode.SHARED, Mode.COUNTED),
        IntStream.range(0, 4).mapToObj(i -> all.holding(i).mode()).toList());
    assertEquals(List.of(reading.attempt(), all.attempt(1)), a.holders("read"));
    assertEquals(List.of(counted.attempt(), all.attempt(3)), a.holders("permits"));
    absent(b.counting(1, 4).tryAcquire("permits", b.attempt()));
    assertEquals(reading.stamp(), holding(b.renew("read", reading.attempt())).stamp());
    Held next = SpiClient.of(rig, "reader").sharing().take("also read");
    assertTrue(next.stamp() > all.stamp());
    assertEquals(all.stamp(), holding(a.renew("also read", all.attempt(2))).stamp());
  }

  @Test
  @Needs({Mode.SHARED, Mode.COUNTED})
  default void required_M1_whoAsksAgainGetsTheSame(Rig rig) {
    Asked.needsSeveral(rig, 3);
    SpiClient a = SpiClient.of(rig, "a");
    List<AcquireRequest> requests = new ArrayList<>(Asked.requests(a, true, "write"));
    requests.addAll(Asked.requests(a.sharing(), true, "read"));
    requests.addAll(Asked.requests(a.counting(2, 4), true, "permits"));
    Asked all = Asked.of(a, requests);
    for (int i = 0; i < 3; i++) {
      Asked again = all.again();
      assertEquals(all.stamp(), again.stamp());
      for (int each = 0; each < 3; each++) {
        assertEquals(all.holding(each).mode(), again.holding(each).mode());
        assertTrue(again.holding(each).remainingMillis() <= LONG);
        assertEquals(List.of(all.attempt(each)), a.holders(requests.get(each).name()));
      }
    }
    Held beside = a.take("permits");
    assertTrue(beside.stamp() > all.stamp());
  }

  /** However many names a store looks at, those it grants are the first, and have one stamp. */
  @Test
  default void required_M1_aFewHundredNamesAreAskedForAtOnce(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    String[] names = IntStream.range(0, 300).mapToObj(i -> "n" + i).toArray(String[]::new);
    Asked all = Asked.waiting(a, names);
    int granted = all.granted();
    assertTrue(granted >= 1);
    for (int i = 0; i < granted; i++) {
      assertEquals(all.holding(0).stamp(), all.holding(i).stamp());
    }
    assertEquals(granted, a.names(1_000).size());
    List<Boolean> found = all.releaseAll();
    assertEquals(granted, found.stream().filter(each -> each).count());
    assertEquals(List.of(), a.names(1_000));
  }
}
