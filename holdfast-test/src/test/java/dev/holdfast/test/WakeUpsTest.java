package dev.holdfast.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.spi.KeepAlive;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** How often a client wakes, and asks its store, for many names that it holds or waits for. */
class WakeUpsTest {
  private static final LockOptions LONG = LockOptions.defaults().lease(Duration.ofHours(1));
  private static final int NAMES = 100;

  private final List<CompletableFuture<Lease>> waiting = new ArrayList<>();

  /** Another client has all names, and this one waits for them, at instants of their own. */
  private Workbench waitForAll(boolean pushes) {
    Workbench bench = new Workbench(false, pushes);
    Random random = new Random(42);
    bench.chance = random::nextInt;
    Holdfast other = bench.client("other");
    for (int i = 0; i < NAMES; i++) {
      bench.keep(other.mutex("n" + i, LONG.renew(false)).tryAcquire().orElseThrow());
    }
    Holdfast mine = bench.client("mine");
    for (int i = 0; i < NAMES; i++) {
      waiting.add(mine.mutex("n" + i).acquireAsync());
      bench.advance(random.nextInt(40));
    }
    bench.advance(pushes ? 10_000 : 1_000);
    return bench;
  }

  /** How often the place that is looked at least is looked at. */
  private static int leastLooks(WiredStore store) {
    Map<String, Integer> looks = new HashMap<>();
    for (List<KeepAlive> together : store.keepAlives) {
      together.forEach(each -> looks.merge(each.name(), 1, Integer::sum));
    }
    assertEquals(NAMES, looks.size());
    return looks.values().stream().mapToInt(Integer::intValue).min().orElse(0);
  }

  /** Lets this time pass, in which all names are asked about often enough, and together. */
  private static void assertTogether(
      Workbench bench, int millis, int mostRequests, int leastLooks) {
    bench.store.forget();
    bench.wakeUps = 0;
    bench.advance(millis);
    int requests = bench.store.keepAlives.size();
    assertTrue(requests <= mostRequests, requests + " requests in " + millis + " ms");
    assertTrue(bench.wakeUps <= 2 * requests, bench.wakeUps + " wake-ups in " + millis + " ms");
    int least = leastLooks(bench.store);
    assertTrue(least >= leastLooks, "a name was asked about " + least + " times");
  }

  @Test
  void placesThatAreDueAtAboutTheSameTimeAreLookedAtTogether() {
    assertTogether(waitForAll(true), 60_000, 2 * 60_000 / 1_200, 60_000 / 1_500);
  }

  @Test
  void placesThatArePolledAreLookedAtTogether() {
    assertTogether(waitForAll(false), 2_000, 2 * 2_000 / 40, 2_000 / 50);
  }

  @Test
  void leasesThatWereTakenAtInstantsOfTheirOwnAreRenewedTogether() {
    Workbench bench = new Workbench();
    Random random = new Random(42);
    Holdfast mine = bench.client("mine");
    for (int i = 0; i < NAMES; i++) {
      bench.keep(mine.mutex("n" + i).tryAcquire().orElseThrow());
      bench.advance(random.nextInt(600));
    }
    bench.advance(30_000);
    assertTogether(bench, 60_000, 6 * 17, 6);
  }

  @Test
  void aClientThatHasNothingToDoDoesNotWake() {
    Workbench bench = new Workbench();
    Holdfast mine = bench.client("mine");
    mine.mutex("a").tryAcquire().orElseThrow().close();
    bench.advance(60_000);
    bench.wakeUps = 0;
    bench.store.forget();
    bench.advance(3_600_000);
    assertEquals(0, bench.wakeUps);
    assertEquals(0, bench.store.asked());
  }
}
