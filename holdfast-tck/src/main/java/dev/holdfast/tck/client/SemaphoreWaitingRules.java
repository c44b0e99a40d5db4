package dev.holdfast.tck.client;

import static dev.holdfast.tck.client.ReadersRules.SOON;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedSemaphore;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.spi.Mode;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Needs;
import dev.holdfast.tck.internal.Racers;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.SpiClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** N3 as users see it: waiting for permits, being served, giving up and lending. */
@Needs(Mode.COUNTED)
public interface SemaphoreWaitingRules extends RuleGroup {
  @Test
  default void required_N3_whoWaitsForManyIsServedBeforeWhoComesLater(Rig rig) throws Exception {
    DistributedSemaphore a = rig.holdfast("a").semaphore("n", 4);
    Lease three = a.acquire(3);
    CompletableFuture<Lease> many = waiting(rig, "b", 4, 1);
    CompletableFuture<Lease> few = waiting(rig, "c", 1, 2);
    assertTrue(a.tryAcquire().isEmpty(), "a permit is free, but others wait");
    three.close();
    Lease all = many.get(SOON.toSeconds(), SECONDS);
    assertFalse(few.isDone());
    CompletableFuture<Lease> next = waiting(rig, "d", 3, 2);
    CompletableFuture<Lease> last = waiting(rig, "e", 1, 3);
    all.close();
    Lease one = few.get(SOON.toSeconds(), SECONDS);
    assertTrue(next.get(SOON.toSeconds(), SECONDS).isHeld() && one.isHeld(), "both at once");
    assertFalse(last.isDone());
    assertTrue(one.token() > all.token());
    one.close();
    last.get(SOON.toSeconds(), SECONDS).close();
    next.join().close();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  /** Threads of two clients take one permit all the time, so that one is always taken. */
  @Test
  default void required_N3_aStreamOfFewDoesNotKeepManyOut(Rig rig) throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    AtomicInteger served = new AtomicInteger();
    List<Runnable> works = new ArrayList<>();
    for (String client : List.of("a", "b")) {
      DistributedSemaphore semaphore = rig.holdfast(client).semaphore("n", 4);
      for (int thread = 0; thread < 2; thread++) {
        works.add(
            Racers.of(
                () -> {
                  Lease held = semaphore.acquire(1, SOON);
                  while (!done.get()) {
                    Racers.pause();
                    // Each takes the next permit before it gives back the last, if it may.
                    Optional<Lease> next = semaphore.tryAcquire();
                    held.close();
                    held = next.isPresent() ? next.get() : semaphore.acquire(1, SOON);
                    served.incrementAndGet();
                  }
                  held.close();
                }));
      }
    }
    DistributedSemaphore other = rig.holdfast("other").semaphore("n", 4);
    works.add(
        Racers.of(
            () -> {
              try {
                for (int i = 0; i < 3; i++) {
                  int before = served.get();
                  Until.met(SOON, "the others are at it", () -> served.get() > before);
                  other.acquire(4, SOON).close();
                }
              } finally {
                done.set(true);
              }
            }));
    Racers.run(works);
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_N3_whoGivesUpLetsThoseBehindItIn(Rig rig) throws Exception {
    Lease held = rig.holdfast("a").semaphore("n", 3).acquire(2);
    DistributedSemaphore b = rig.holdfast("b").semaphore("n", 3);
    assertTrue(b.tryAcquire(2, Duration.ofMillis(100)).isEmpty());
    assertThrows(LockTimeoutException.class, () -> b.acquire(3, Duration.ofMillis(100)));
    untilWaiting(rig, 0);
    CompletableFuture<Lease> many = waiting(rig, "c", 2, 1);
    CompletableFuture<Lease> few = waiting(rig, "d", 1, 2);
    assertTrue(many.cancel(true));
    Lease next = few.get(SOON.toSeconds(), SECONDS);
    assertTrue(held.isHeld() && next.isHeld());
    held.close();
    next.close();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  /** The cancellation meets the grant halfway. */
  @Test
  default void required_N3_aCancellationThatRacesTheGrantLeavesNothing(Rig rig) throws Exception {
    DistributedSemaphore a = rig.holdfast("a").semaphore("n", 3);
    DistributedSemaphore b = rig.holdfast("b").semaphore("n", 3);
    SpiClient witness = SpiClient.of(rig, "witness");
    for (int round = 0; round < 10; round++) {
      Lease held = a.acquire(2, SOON);
      CompletableFuture<Lease> waits = b.taking(3).acquireAsync();
      CompletableFuture<Lease> behind = b.taking(1).acquireAsync();
      if (round % 2 == 0) {
        Until.met(SOON, "it queues", () -> witness.waiters("n").size() == 1);
      }
      Racers.run(List.of(held::release, () -> waits.cancel(true)));
      if (!waits.isCancelled()) {
        waits.get(SOON.toSeconds(), SECONDS).close();
      }
      behind.get(SOON.toSeconds(), SECONDS).close();
    }
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_N3_threadsOfAClientLendPermitsInTheirOrder(Rig rig) throws Exception {
    DistributedSemaphore a = rig.holdfast("a").semaphore("n", 3);
    Lease first = a.acquire(3);
    CompletableFuture<Lease> second = a.taking(3).acquireAsync();
    CompletableFuture<Lease> third = a.taking(3).acquireAsync();
    CompletableFuture<Lease> last = a.taking(1).acquireAsync();
    first.close();
    Lease lent = second.get(SOON.toSeconds(), SECONDS);
    assertFalse(third.isDone() || last.isDone());
    lent.close();
    Lease again = third.get(SOON.toSeconds(), SECONDS);
    assertTrue(lent.token() > first.token() && again.token() > lent.token());
    assertFalse(last.isDone(), "all permits are held");
    assertEquals(3, rig.holdfast("w").inspect("n").hold().orElseThrow().permits());
    again.close();
    Lease one = last.get(SOON.toSeconds(), SECONDS);
    assertTrue(one.token() > again.token());
    assertTrue(rig.holdfast("b").semaphore("n", 3).tryAcquire(2).isPresent());
    one.close();
  }

  @Test
  default void required_N3_aClientThatLendsOrLingersYields(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    LockOptions forMinutes = LockOptions.defaults().linger(SOON.multipliedBy(20));
    DistributedSemaphore other = b.semaphore("wanted", 2);
    yieldsAndLingers(a.semaphore("wanted", 2, forMinutes), other);
    assertTrue(b.inspect("wanted").isHeld(), "it lingers");
    other.acquire(2, SOON).close();
    // What no other client wants lingers for no longer than its time.
    LockOptions shortly = LockOptions.defaults().linger(Duration.ofMillis(200));
    yieldsAndLingers(a.semaphore("n", 2, shortly), b.semaphore("n", 2));
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  /** Another client is served while threads of a busy one lend all permits to each other. */
  private static void yieldsAndLingers(DistributedSemaphore busy, DistributedSemaphore other)
      throws InterruptedException {
    AtomicBoolean stop = new AtomicBoolean();
    List<Runnable> works = new ArrayList<>();
    for (int thread = 0; thread < 3; thread++) {
      works.add(
          Racers.of(
              () -> {
                while (!stop.get()) {
                  busy.taking(2).run(lease -> Racers.pause());
                }
              }));
    }
    works.add(
        Racers.of(
            () -> {
              try {
                for (int i = 0; i < 3; i++) {
                  other.acquire(1 + i % 2, SOON).close();
                }
              } finally {
                stop.set(true);
              }
            }));
    Racers.run(works);
    // Some of the busy client's holds were asked for by threads that another one served meanwhile.
    // What lingers of them is given away as well; the next hold is known to have no waiter.
    other.acquire(2, SOON).close();
    busy.acquire(2, SOON).close();
  }

  /**
   * Begins to wait, as a client of its own, for this many of as many permits as the holder says.
   */
  private static CompletableFuture<Lease> waiting(Rig rig, String client, int permits, int place)
      throws Exception {
    int size = SpiClient.of(rig, "witness").inspect("n").size();
    CompletableFuture<Lease> waits =
        rig.holdfast(client).semaphore("n", size).taking(permits).acquireAsync();
    untilWaiting(rig, place);
    return waits;
  }

  /** Waits until this number of clients wait in the store. */
  static void untilWaiting(Rig rig, int count) {
    SpiClient witness = SpiClient.of(rig, "witness");
    Until.met(SOON, count + " wait", () -> witness.waiters("n").size() == count);
  }
}
