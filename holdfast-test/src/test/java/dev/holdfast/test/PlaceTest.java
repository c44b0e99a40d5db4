package dev.holdfast.test;

import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.test.WiredStore.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** How a place in the store's queue is kept, and how often it is looked at. */
class PlaceTest {
  private static final LockOptions LONG = LockOptions.defaults().lease(Duration.ofHours(1));

  private Workbench bench = new Workbench();
  private WiredStore store = bench.store;

  /** The holder is taken off the wire, so that only the waiter is seen. */
  private CompletableFuture<Lease> waitBehindOne() {
    Lease held = bench.client("holder").mutex("a", LONG).tryAcquire().orElseThrow();
    assertTrue(held.isHeld());
    store.forget();
    return bench.client("mine").mutex("a").acquireAsync();
  }

  private void withoutPushes() {
    bench = new Workbench(false, false);
    store = bench.store;
  }

  /** The next instants, in milliseconds from now, at which the place is looked at. */
  private List<Long> looks(int count) {
    List<Long> instants = new ArrayList<>();
    for (long passed = 1; instants.size() < count; passed++) {
      int before = store.keepAlives.size();
      bench.advance(1);
      if (store.keepAlives.size() > before) {
        instants.add(passed);
      }
    }
    return instants;
  }

  @Test
  void withPushesAPlaceIsKeptEachHalfOfTheClaimWindow() {
    CompletableFuture<Lease> waiting = waitBehindOne();
    assertEquals(List.of(1_500L, 3_000L, 4_500L), looks(3));
    KeepAlive.Place place = (KeepAlive.Place) store.keepAlives.get(2).get(0);
    assertEquals("a", place.name());
    assertEquals(store.acquires.get(0).attempt(), place.attempt());
    assertEquals(6_000, place.placeMillis());
    assertEquals(Workbench.START.plusMillis(4_500).toNanos(), place.sentAt());
    assertFalse(waiting.isDone());
  }

  @Test
  void looksCountFromSendingToSending() {
    CompletableFuture<Lease> waiting = waitBehindOne();
    store.wire = Wire.SLOW;
    bench.advance(2_500);
    assertEquals(1, store.keepAlives.size(), "one at a time");
    store.wire = Wire.WELL;
    store.deliver();
    assertEquals(List.of(500L, 2_000L), looks(2));
    assertFalse(waiting.isDone());
  }

  @Test
  void chanceTakesUpToAFifthOfThePause() {
    List<Integer> bounds = new ArrayList<>();
    bench.chance =
        bound -> {
          bounds.add(bound);
          return bound - 1;
        };
    CompletableFuture<Lease> waiting = waitBehindOne();
    assertEquals(List.of(1_200L, 2_400L), looks(2));
    assertEquals(300_000_001, bounds.get(0));
    assertFalse(waiting.isDone());
  }

  @Test
  void theFirstLooksWhenTheHoldersTimeIsOver() {
    LockOptions dying = LockOptions.defaults().lease(Duration.ofMillis(700)).renew(false);
    Lease dead = bench.client("holder").mutex("a", dying).tryAcquire().orElseThrow();
    Holdfast first = bench.client("first");
    Holdfast second = bench.client("second");
    store.pushing = false;
    CompletableFuture<Lease> one = first.mutex("a").acquireAsync();
    CompletableFuture<Lease> two = second.mutex("a").acquireAsync();
    store.forget();
    // The holder gives back what is left at 686 ms, and nobody hears of that.
    assertEquals(List.of(701L), looks(1));
    assertTrue(got(one).isHeld());
    assertFalse(two.isDone() || dead.isHeld());
  }

  @Test
  void withoutPushesItIsLookedAtOftenFirstAndLessAndLessOftenThen() {
    withoutPushes();
    CompletableFuture<Lease> waiting = waitBehindOne();
    List<Long> looks = looks(26);
    List<Long> pauses = new ArrayList<>();
    long last = 0;
    for (long look : looks) {
      pauses.add(look - last);
      last = look;
    }
    assertEquals(
        List.of(
            1L, 1L, 1L, 1L, 2L, 2L, 2L, 2L, 4L, 4L, 4L, 4L, 8L, 8L, 8L, 8L, 16L, 16L, 16L, 16L, 32L,
            32L, 32L, 32L, 50L, 50L),
        pauses);
    assertFalse(waiting.isDone());
  }

  @Test
  void thePausesOfAPollDependOnWhoIsAhead() {
    withoutPushes();
    Holdfast other = bench.client("other");
    Lease held = bench.client("holder").mutex("a", LONG).tryAcquire().orElseThrow();
    CompletableFuture<Lease> ahead = other.mutex("a").acquireAsync();
    bench.advance(1_000); // the one ahead looks each 50 ms by now
    store.forget();
    CompletableFuture<Lease> waiting = bench.client("mine").mutex("a").acquireAsync();
    String mine = store.acquires.get(0).attempt();
    List<Long> looks = new ArrayList<>();
    for (long passed = 1; passed <= 12; passed++) {
      bench.advance(1);
      if (store.keepAlives.stream().anyMatch(all -> all.get(0).attempt().equals(mine))) {
        looks.add(passed);
      }
      store.forget();
    }
    assertEquals(List.of(2L, 4L, 6L, 8L, 12L), looks);
    held.close();
    assertTrue(ahead.cancel(true) || got(ahead).isHeld());
    bench.advance(50);
    assertTrue(waiting.isDone());
  }

  @Test
  void aPollIsNeverLongerThanTheUserWantsNorThanThePlaceLives() {
    withoutPushes();
    LockOptions lazy =
        LockOptions.defaults().lease(Duration.ofMillis(600)).pollInterval(Duration.ofSeconds(10));
    Lease held = bench.client("holder").mutex("a", LONG).tryAcquire().orElseThrow();
    store.forget();
    CompletableFuture<Lease> waiting = bench.client("mine").mutex("a", lazy).acquireAsync();
    bench.advance(3_000);
    int looks = store.keepAlives.size();
    bench.advance(3_000);
    assertTrue(store.keepAlives.size() - looks >= 10, "a place lives for 1,200 ms");
    assertTrue(held.isHeld() && !waiting.isDone());
  }

  @Test
  void aPlaceThatTheStoreForgotIsTakenAnewWhenItsReleaseIsConfirmed() {
    CompletableFuture<Lease> waiting = waitBehindOne();
    String first = store.acquires.get(0).attempt();
    store.wire = Wire.CUT;
    bench.advance(7_000); // a place lives for six seconds
    store.wire = Wire.WELL;
    store.forget();
    bench.advance(2_000);
    assertEquals(1, store.releases.size());
    assertEquals(first, store.releases.get(0).attempt());
    assertTrue(store.releases.get(0).overtaking(), "its acquire may still be under way");
    assertEquals(1, store.acquires.size());
    assertNotEquals(first, store.acquires.get(0).attempt());
    assertFalse(waiting.isDone());
  }

  @Test
  void aLookThatIsNotAnsweredIsRepeatedSoon() {
    CompletableFuture<Lease> waiting = waitBehindOne();
    store.wire = Wire.CUT;
    assertEquals(List.of(1_500L, 1_520L, 1_560L, 1_640L), looks(4));
    store.wire = Wire.WELL;
    assertEquals(List.of(160L, 1_660L), looks(2));
    assertFalse(waiting.isDone());
  }

  @Test
  void aGrantThatIsFoundByALookIsOne() {
    store.pushing = false;
    Lease held = bench.client("holder").mutex("a", LONG).tryAcquire().orElseThrow();
    CompletableFuture<Lease> waiting = bench.client("mine").mutex("a").acquireAsync();
    bench.advance(700);
    held.close();
    assertFalse(waiting.isDone());
    bench.advance(799);
    assertFalse(waiting.isDone());
    bench.advance(1);
    assertEquals(Duration.ofMillis(2_156), got(waiting).remaining(), "2.2 s less the margin");
    bench.advance(50);
    assertEquals(Duration.ofMillis(29_400), got(waiting).remaining());
  }

  @Test
  void thePlaceIsLeftWhenNobodyWaitsAnyMoreAndNotBefore() {
    Lease held = bench.client("holder").mutex("a", LONG).tryAcquire().orElseThrow();
    Holdfast mine = bench.client("mine");
    CompletableFuture<Lease> one = mine.mutex("a").acquireAsync();
    CompletableFuture<Optional<Lease>> two = mine.mutex("a").tryAcquireAsync(Duration.ofSeconds(1));
    store.forget();
    assertTrue(one.cancel(true));
    assertEquals(0, store.releases.size());
    bench.advance(999);
    assertEquals(0, store.releases.size());
    bench.advance(1);
    assertEquals(Optional.empty(), got(two));
    assertEquals(1, store.releases.size());
    assertTrue(held.isHeld());
  }
}
