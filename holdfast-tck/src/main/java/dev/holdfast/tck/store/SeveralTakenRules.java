package dev.holdfast.tck.store;

import static dev.holdfast.tck.internal.clients.SpiClient.LONG;
import static dev.holdfast.tck.internal.clients.SpiClient.absent;
import static dev.holdfast.tck.internal.clients.SpiClient.holding;
import static dev.holdfast.tck.internal.clients.SpiClient.mismatched;
import static dev.holdfast.tck.internal.clients.SpiClient.queued;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Mode;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Needs;
import dev.holdfast.tck.internal.ShortKit;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.Asked;
import dev.holdfast.tck.internal.clients.SpiClient;
import dev.holdfast.tck.internal.clients.SpiClient.Held;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** M2 at the level of the SPI: where one of several names is not to be had. */
public interface SeveralTakenRules extends RuleGroup {
  @Test
  @ShortKit
  default void required_M2_whoDoesNotWaitGetsAllOrNone(Rig rig) {
    Asked.needsSeveral(rig, 3);
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    for (String taken : List.of("a", "b", "c")) {
      Held held = b.take(taken);
      Asked none = Asked.trying(a, "a", "b", "c");
      assertEquals(0, none.granted(), none.standings()::toString);
      none.assertNothingIsLeft();
      Asked again = none.again();
      assertEquals(0, again.granted());
      assertEquals(List.of(taken), a.names(10));
      assertEquals(List.of(held.attempt()), a.holders(taken));
      assertTrue(b.release(taken, held.attempt()));
      Asked all = none.again();
      assertTrue(all.stamp() > held.stamp(), "a refusal ends no attempt");
      all.releaseAll().forEach(found -> assertTrue(found));
    }
    assertEquals(List.of(), b.pushes().recalls());
  }

  @Test
  default void required_M2_whoWaitsGetsWhatIsBeforeTheFirstTaken(Rig rig) {
    Asked.needsSeveral(rig, 4);
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    Held held = b.take("c");
    Asked some = Asked.waiting(a, "a", "b", "c", "d");
    assertEquals(2, some.granted(), some.standings()::toString);
    assertEquals(some.holding(0).stamp(), some.holding(1).stamp());
    absent(some.standing(2));
    absent(some.standing(3));
    assertEquals(List.of(held.attempt()), a.holders("c"));
    assertEquals(List.of(), a.waiters("c"), "only for the first it may wait");
    assertEquals(List.of(), a.holders("d"), "not past the first that is taken");
    assertEquals(2, some.again().granted());
    b.release("c", held.attempt());
    assertEquals(4, some.again().granted(), "those it holds, and the others");
  }

  @Test
  default void required_M2_onlyTheFirstIsQueuedFor(Rig rig) {
    Asked.needsSeveral(rig, 3);
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    Held first = b.take("a");
    Held second = b.take("b");
    Asked waits = Asked.waiting(a, "a", "b", "c");
    assertEquals(0, queued(waits.standing(0)).ahead());
    absent(waits.standing(1));
    absent(waits.standing(2));
    assertEquals(List.of(waits.attempt(0)), a.waiters("a"));
    assertEquals(List.of(), a.waiters("b"));
    assertEquals(List.of(), a.holders("c"));
    assertEquals(0, waits.again().granted());
    assertEquals(List.of(waits.attempt(0)), a.waiters("a"));
    if (rig.capabilities().pushes()) {
      Until.met(rig.arrival(), "its holder is told", () -> !b.pushes().recalls().isEmpty());
    }
    b.release("a", first.attempt());
    holding(a.keepPlace("a", waits.attempt(0)));
    b.release("b", second.attempt());
    assertEquals(List.of("a"), a.names(10));
    if (rig.capabilities().pushes()) {
      assertEquals(1, b.pushes().recalls().size(), "of the first alone");
    }
  }

  @Test
  @Needs({Mode.SHARED, Mode.COUNTED})
  default void required_M2_nobodyWhoWaitsIsOvertaken(Rig rig) {
    Asked.needsTogether(rig, "a", "read");
    Asked.needsTogether(rig, "b", "permits");
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b").sharing();
    Held reading = b.take("read");
    String writer = SpiClient.of(rig, "writer").queue("read");
    SpiClient many = SpiClient.of(rig, "many").counting(2, 3);
    Held counted = many.take("permits");
    String waiting = many.queue("permits");
    List<AcquireRequest> reader = new ArrayList<>(Asked.requests(a, true, "a"));
    reader.addAll(Asked.requests(a.sharing(), true, "read"));
    Asked some = Asked.of(a, reader);
    assertEquals(1, some.granted(), "there is room beside the reader, but a writer waits");
    List<AcquireRequest> few = new ArrayList<>(Asked.requests(SpiClient.of(rig, "c"), false, "b"));
    few.addAll(Asked.requests(a.counting(1, 3), false, "permits"));
    assertEquals(0, Asked.of(a, few).granted());
    assertEquals(1, queued(Asked.waiting(a, "permits", "b").standing(0)).ahead());
    assertEquals(List.of(reading.attempt()), b.holders("read"));
    assertEquals(List.of(writer), b.waiters("read"));
    assertEquals(List.of(counted.attempt()), b.holders("permits"));
    assertEquals(waiting, b.waiters("permits").get(0));
  }

  @Test
  @Needs(Mode.COUNTED)
  default void required_M2_whatIsUsedOtherwiseIsNotToBeHad(Rig rig) {
    Asked.needsSeveral(rig, 3);
    SpiClient four = SpiClient.of(rig, "four").counting(1, 4);
    Held held = four.take("permits");
    SpiClient a = SpiClient.of(rig, "a");
    Asked lock = Asked.waiting(a, "a", "permits", "c");
    assertEquals(1, lock.granted());
    assertEquals(4, mismatched(lock.standing(1)).size());
    absent(lock.standing(2));
    assertEquals(List.of(true, false, false), lock.releaseAll());
    Asked none = Asked.trying(a, "a", "permits", "c");
    assertEquals(0, none.granted());
    assertEquals(4, mismatched(none.standing(1)).size());
    for (boolean waits : new boolean[] {true, false}) {
      Asked first = Asked.of(a, Asked.requests(a.counting(1, 5), waits, "permits", "c"));
      assertEquals(4, mismatched(first.standing(0)).size());
      absent(first.standing(1));
      first.assertNothingIsLeft();
    }
    assertEquals(List.of(held.attempt()), four.holders("permits"));
    assertEquals(List.of("permits"), four.names(10));
    four.counting(3, 4).take("permits");
  }

  @Test
  default void required_M2_theDeadAreNotInTheWay(Rig rig) {
    Asked.needsSeveral(rig, 3);
    rig.needsLeases();
    SpiClient dead = SpiClient.of(rig, "dead").times(rig.shortMillis(), LONG, rig.shortMillis());
    SpiClient a = SpiClient.of(rig, "a");
    long last = 0;
    for (String name : List.of("a", "b", "c")) {
      last = dead.take(name).stamp();
      String unused = dead.queue(name);
    }
    rig.passShortLease();
    assertTrue(Asked.trying(a, "a", "b", "c").stamp() > last);
  }

  /** A release that overtook the request ends one of them: it stands where none is to be had. */
  @Test
  default void required_M2_anAttemptThatWasEndedIsNotGranted(Rig rig) {
    Asked.needsSeveral(rig, 3);
    SpiClient a = SpiClient.of(rig, "a");
    for (boolean waits : new boolean[] {false, true}) {
      List<AcquireRequest> requests = Asked.requests(a, waits, "a", "b", "c");
      a.releaseOvertaking("b", requests.get(1).attempt());
      Asked asked = Asked.of(a, requests);
      assertEquals(waits ? 1 : 0, asked.granted(), asked.standings()::toString);
      assertEquals(List.of(waits, false, false), asked.releaseAll());
    }
  }
}
