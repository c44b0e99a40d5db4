package dev.holdfast.tck.client;

import static dev.holdfast.tck.client.ReadersRules.SOON;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.spi.Mode;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Needs;
import dev.holdfast.tck.internal.Racers;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.InTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

/** M5: several names as users take them, all or none. */
public interface AllRules extends RuleGroup {
  /** The names of most of these tests. */
  List<String> ABC = List.of("a", "b", "c");

  /** Those of a race. */
  List<String> FIVE = List.of("a", "b", "c", "d", "e");

  @Test
  default void required_M5_nobodyElseHoldsAnyOfThem(Rig rig) throws Exception {
    Holdfast mine = rig.holdfast("mine");
    Holdfast other = rig.holdfast("other");
    try (Lease lease = mine.all(ABC).acquire()) {
      assertTrue(lease.isHeld());
      for (String name : ABC) {
        assertTrue(other.mutex(name).tryAcquire().isEmpty(), name);
        assertTrue(mine.mutex(name).tryAcquire().isEmpty(), name);
      }
    }
    nothingIsLeft(rig);
  }

  @Test
  default void required_M5_aTryGetsAllOrLeavesNothing(Rig rig) throws Exception {
    DistributedLock all = rig.holdfast("mine").all(ABC);
    Holdfast other = rig.holdfast("other");
    for (String name : ABC) {
      Lease inTheWay = other.mutex(name).acquire();
      assertTrue(all.tryAcquire().isEmpty(), name);
      for (String rest : ABC) {
        if (!rest.equals(name)) {
          other.mutex(rest).tryAcquire().orElseThrow().close();
        }
      }
      inTheWay.close();
    }
    all.tryAcquire().orElseThrow().close();
    nothingIsLeft(rig);
  }

  @Test
  default void required_M5_aTimedWaitThatEndsLeavesNothing(Rig rig) throws Exception {
    Holdfast mine = rig.holdfast("mine");
    Holdfast other = rig.holdfast("other");
    // Whose time is over waits this long, and no longer, until nothing of it is left.
    long leavingMillis = 100;
    InTime.play(
        300 + leavingMillis,
        (name, millis) -> {
          DistributedLock all = mine.all(List.of(name + "a", name + "b", name + "c"));
          try (Lease inTheWay = other.mutex(name + "b").acquireUninterruptibly()) {
            // What a first request loads and connects is not part of the wait.
            assertTrue(all.tryAcquire().isEmpty());
            LockTimeoutException late =
                assertThrows(
                    LockTimeoutException.class,
                    () -> {
                      Lease unused = all.acquire(Duration.ofMillis(millis - leavingMillis));
                    });
            assertEquals("other", late.holder().orElseThrow().client());
            other.mutex(name + "a").tryAcquire().orElseThrow().close();
            assertTrue(inTheWay.isHeld());
          }
          return () -> {};
        });
    nothingIsLeft(rig);
  }

  @Test
  default void required_M5_whoIsInterruptedLeavesNothing(Rig rig) throws Exception {
    DistributedLock all = rig.holdfast("mine").all(ABC);
    Holdfast other = rig.holdfast("other");
    Lease inTheWay = other.mutex("c").acquire();
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                all.acquire().close();
                interrupted.complete(false);
              } catch (InterruptedException stop) {
                interrupted.complete(true);
              }
            });
    thread.start();
    Until.met(SOON, "it waits", () -> !other.inspect("c").waiters().isEmpty());
    thread.interrupt();
    assertTrue(interrupted.get(SOON.toSeconds(), SECONDS));
    thread.join();
    inTheWay.close();
    nothingIsLeft(rig);
  }

  @Test
  default void required_M5_whoWaitsForOneKeepsNobodyFromThoseAfterIt(Rig rig) throws Exception {
    Holdfast other = rig.holdfast("other");
    Lease inTheWay = other.mutex("b").acquire();
    CompletableFuture<Lease> waiting = rig.holdfast("mine").all(ABC).acquireAsync();
    Until.met(SOON, "it waits", () -> !other.inspect("b").waiters().isEmpty());
    other.mutex("c").tryAcquire().orElseThrow().close();
    assertTrue(other.mutex("a").tryAcquire().isEmpty(), "what stands before it is kept");
    inTheWay.close();
    waiting.get(SOON.toSeconds(), SECONDS).close();
    nothingIsLeft(rig);
  }

  /** Each takes some of five names, in any order, some of them one by one, as long as it likes. */
  @Test
  default void required_M5_nobodyWaitsInACircle(Rig rig) throws Exception {
    AtomicIntegerArray inside = new AtomicIntegerArray(5);
    List<Runnable> works = new ArrayList<>();
    for (int racer = 0; racer < 6; racer++) {
      Holdfast client = rig.holdfast("racer" + racer / 2);
      Random chance = new Random(racer);
      works.add(
          Racers.of(
              () -> {
                for (int i = 0; i < 15; i++) {
                  List<String> some = someOf(FIVE, chance);
                  try (Lease lease = client.all(some).acquire(SOON)) {
                    some.forEach(name -> enter(inside, name));
                    assertTrue(lease.isHeld());
                    Racers.pause();
                    some.forEach(name -> inside.decrementAndGet(FIVE.indexOf(name)));
                  }
                }
              }));
    }
    Racers.run(works);
    nothingIsLeft(rig);
  }

  private static List<String> someOf(List<String> names, Random chance) {
    List<String> some = new ArrayList<>(names);
    Collections.shuffle(some, chance);
    return some.subList(0, 1 + chance.nextInt(names.size()));
  }

  private static void enter(AtomicIntegerArray inside, String name) {
    assertEquals(1, inside.incrementAndGet(FIVE.indexOf(name)), "two hold " + name);
  }

  @Test
  @Needs({Mode.SHARED, Mode.COUNTED})
  default void required_M5_kindsMayBeMixed(Rig rig) throws Exception {
    Holdfast mine = rig.holdfast("mine");
    Holdfast other = rig.holdfast("other");
    Lease reader = other.readWrite("a").read().acquire();
    Lease permit = other.semaphore("b", 3).acquire();
    DistributedLock all =
        mine.all(mine.mutex("c"), mine.semaphore("b", 3).taking(2), mine.readWrite("a").read());
    try (Lease lease = all.acquire()) {
      assertTrue(lease.token() > reader.token() && lease.token() > permit.token());
      assertTrue(other.readWrite("a").write().tryAcquire().isEmpty());
      assertTrue(other.semaphore("b", 3).tryAcquire().isEmpty());
      assertTrue(other.mutex("c").tryAcquire().isEmpty());
      other.readWrite("a").read().tryAcquire().orElseThrow().close();
    }
    reader.close();
    permit.close();
    nothingIsLeft(rig);
  }

  @Test
  @Needs(Mode.COUNTED)
  default void required_M5_whatIsUsedOtherwiseIsToldSo(Rig rig) throws Exception {
    Holdfast mine = rig.holdfast("mine");
    Lease permit = rig.holdfast("other").semaphore("b", 3).acquire();
    assertThrows(IllegalStateException.class, () -> mine.all(ABC).tryAcquire());
    assertThrows(
        IllegalStateException.class,
        () -> {
          Lease unused = mine.all(ABC).acquire();
        });
    permit.close();
    nothingIsLeft(rig);
  }

  @Test
  default void required_M5_aFewHundredNamesAreTakenAndGivenBack(Rig rig) throws Exception {
    List<String> many = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      many.add("n" + i);
    }
    Holdfast mine = rig.holdfast("mine");
    Holdfast other = rig.holdfast("other");
    try (Lease lease = mine.all(many).acquire()) {
      assertTrue(lease.isHeld());
      assertTrue(other.mutex("n299").tryAcquire().isEmpty());
    }
    // The end of a lease does not wait longer for a slow store than the client's call timeout.
    Until.met(SOON, "they are given back", () -> mine.statistics().pendingReleases() == 0);
    other.all(many).tryAcquire().orElseThrow().close();
    nothingIsLeft(rig);
  }

  /** Soon, as what was taken back may leave in the background. */
  static void nothingIsLeft(Rig rig) throws Exception {
    Holdfast looking = rig.holdfast("looking");
    Until.asserted(SOON, () -> assertEquals(List.of(), looking.names(1_000)));
    assertFalse(looking.inspect("a").isHeld());
  }
}
