package dev.holdfast.tck.client;

import static dev.holdfast.tck.client.ReadersRules.SOON;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedSemaphore;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockInfo;
import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import dev.holdfast.spi.Mode;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Needs;
import dev.holdfast.tck.internal.Racers;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.FaultyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** N1, N2, N4 and N5 as users see them: permits of several clients. */
@Needs(Mode.COUNTED)
public interface SemaphoreRules extends RuleGroup {
  @Test
  default void required_N1_clientsShareThePermits(Rig rig) throws Exception {
    DistributedSemaphore a = rig.holdfast("a").semaphore("n", 4);
    DistributedSemaphore b = rig.holdfast("b").semaphore("n", 4);
    Lease two = a.acquire(2);
    Lease one = b.tryAcquire().orElseThrow();
    Lease last = a.tryAcquire(1).orElseThrow();
    assertTrue(two.isHeld() && one.isHeld() && last.isHeld());
    for (DistributedSemaphore semaphore : List.of(a, b)) {
      assertTrue(semaphore.tryAcquire().isEmpty());
    }
    LockInfo info = rig.holdfast("c").inspect("n");
    assertEquals(4, info.size());
    assertEquals(List.of(2, 1, 1), info.holds().stream().map(LockInfo.Hold::permits).toList());
    two.close();
    assertTrue(b.tryAcquire(3).isEmpty());
    b.acquire(2, SOON).close();
    one.close();
    last.close();
    a.acquire(4).close();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_N1_threadsTogetherNeverHaveMoreThanThereAre(Rig rig) throws Exception {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<Runnable> works = new ArrayList<>();
    for (String client : List.of("a", "b")) {
      DistributedSemaphore semaphore = rig.holdfast(client).semaphore("n", 5);
      for (int thread = 0; thread < 4; thread++) {
        Random numbers = new Random(works.size());
        works.add(
            Racers.of(
                () -> {
                  for (int i = 0; i < 20; i++) {
                    int permits = 1 + numbers.nextInt(4);
                    try (Lease held = semaphore.acquire(permits)) {
                      most.accumulateAndGet(inside.addAndGet(permits), Math::max);
                      assertTrue(held.isHeld());
                      Racers.stay();
                      inside.addAndGet(-permits);
                    }
                  }
                }));
      }
    }
    Racers.run(works);
    assertTrue(most.get() <= 5, () -> most + " of 5 permits were held at once");
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_N2_theEndOfOneLeaseTouchesNoOther(Rig rig) throws Exception {
    DistributedSemaphore a = rig.holdfast("a").semaphore("n", 6);
    DistributedSemaphore b = rig.holdfast("b").semaphore("n", 6);
    List<Lease> leases = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      leases.add((i % 2 == 0 ? a : b).acquire(1, SOON));
    }
    for (int free = 1; free <= 6; free++) {
      Lease ends = leases.remove(0);
      ends.close();
      ends.close();
      ends.release();
      for (Lease lease : leases) {
        assertTrue(lease.isHeld());
        lease.ensure(Duration.ofSeconds(5));
      }
      if (free < 6) {
        assertTrue(a.tryAcquire(free + 1).isEmpty(), "one was given back, and once");
      }
      b.tryAcquire(free).orElseThrow().close();
    }
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_N2_aClientThatIsCutOffKnowsBeforeOthersGetItsPermits(Rig rig)
      throws Exception {
    rig.needsLeases();
    FaultyStore store = FaultyStore.of(rig);
    LockOptions options = LockOptions.defaults().lease(rig.shortLease());
    List<Loss> told = new CopyOnWriteArrayList<>();
    DistributedSemaphore cut = rig.holdfast("cut", store).semaphore("n", 4, options);
    Lease one = cut.acquire(1);
    Lease two = cut.acquire(2);
    one.onLost(told::add);
    two.onLost(told::add);
    // A busy machine may keep its renewal waiting for as long as the others' lease.
    LockOptions longer = options.lease(rig.shortLease().multipliedBy(3));
    Lease live = rig.holdfast("live").semaphore("n", 4, longer).acquire(1);
    DistributedSemaphore others = rig.holdfast("others").semaphore("n", 4);
    store.cut();
    Optional<Lease> next = Optional.empty();
    while (next.isEmpty()) {
      next = others.tryAcquire(3);
      boolean believes = one.isHeld() || two.isHeld();
      assertFalse(next.isPresent() && believes, "believed in what another has");
      // A file has one writer at a time, in no order: tries without a pause keep others out.
      Until.passed(Duration.ofMillis(2));
    }
    Until.met(SOON, "each lease is told", () -> told.size() == 2);
    assertEquals(Loss.Kind.EXPIRED, told.get(0).kind());
    Lease taken = next.get();
    assertTrue(taken.token() > one.token() && taken.token() > two.token());
    assertTrue(live.isHeld(), "renewed in the background");
    store.heal();
    one.release();
    two.release();
    rig.passMillis(5 * rig.shortMillis() / 2);
    taken.ensure(Duration.ofSeconds(5));
    live.ensure(rig.shortLease().dividedBy(2));
    assertTrue(others.tryAcquire().isEmpty());
    live.close();
    taken.close();
  }

  @Test
  default void required_N2_aBreakIsToldToEveryHolder(Rig rig) throws Exception {
    List<Loss> told = new CopyOnWriteArrayList<>();
    List<Lease> leases = new ArrayList<>();
    for (String client : List.of("a", "b")) {
      DistributedSemaphore semaphore = rig.holdfast(client).semaphore("n", 6);
      for (int permits = 1; permits <= 2; permits++) {
        Lease lease = semaphore.acquire(permits, SOON);
        lease.onLost(told::add);
        leases.add(lease);
      }
    }
    assertTrue(rig.holdfast("c").breakHold("n"));
    Until.met(SOON, "all four are told", () -> told.size() == 4);
    for (Loss loss : told) {
      assertEquals(Loss.Kind.BROKEN, loss.kind());
    }
    for (Lease lease : leases) {
      assertThrows(LeaseLostException.class, lease::close);
    }
    rig.holdfast("c").semaphore("n", 6).tryAcquire(6).orElseThrow().close();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_N2_closeGivesAllPermitsOfTheClientBack(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    List<Loss> told = new CopyOnWriteArrayList<>();
    for (int permits = 1; permits <= 2; permits++) {
      Lease unused = a.semaphore("n", 5).acquire(permits);
      unused.onLost(told::add);
    }
    DistributedSemaphore b = rig.holdfast("b").semaphore("n", 5);
    Lease others = b.acquire(2);
    a.close();
    Until.met(SOON, "both are told", () -> told.size() == 2);
    assertEquals(Loss.Kind.CLOSED, told.get(0).kind());
    others.ensure(Duration.ofSeconds(5));
    b.tryAcquire(3).orElseThrow().close();
    others.close();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_N2_tokensGrowOverClientsAndNumbers(Rig rig) throws Exception {
    DistributedSemaphore a = rig.holdfast("a").semaphore("n", 4);
    DistributedSemaphore b = rig.holdfast("b").semaphore("n", 4);
    long newest = 0;
    List<Lease> held = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      Lease lease = (i % 3 == 0 ? b : a).acquire(1 + i % 2, SOON);
      long before = newest;
      assertTrue(lease.token() > before, () -> lease.token() + " after " + before);
      newest = lease.token();
      held.add(lease);
      if (held.size() == 2) {
        held.remove(i % 2).close();
      }
    }
    held.get(0).close();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  @Needs(Mode.SHARED)
  default void required_N4_whoStatesAnotherSizeIsToldSo(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    Lease held = a.semaphore("n", 4).acquire(1);
    DistributedSemaphore five = b.semaphore("n", 5);
    for (String said :
        List.of(
            refusal(() -> five.acquire()),
            refusal(() -> five.acquire(2, SOON)),
            refusal(() -> five.tryAcquire(5).orElseThrow()),
            refusal(() -> a.semaphore("n", 5).acquire(1)))) {
      assertTrue(said.contains("'n'") && said.contains("4") && said.contains("5"), said);
    }
    ExecutionException failed =
        assertThrows(
            ExecutionException.class, () -> five.taking(1).acquireAsync().get(20, SECONDS));
    assertInstanceOf(IllegalStateException.class, failed.getCause());
    for (Holdfast client : List.of(a, b)) {
      String said = refusal(() -> client.mutex("n").acquire());
      assertTrue(said.contains("4"), said);
      assertEquals(said, refusal(() -> client.readWrite("n").read().acquire()));
    }
    assertTrue(held.isHeld());
    assertEquals(1, b.inspect("n").holds().size());
    assertEquals(List.of(), b.inspect("n").waiters());
    held.close();
    five.acquire(5).close();
    try (Lease lock = b.mutex("n").acquire(SOON)) {
      refusal(() -> a.semaphore("n", 4).acquire(1));
      assertTrue(lock.isHeld());
    }
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  /** For a program that has no size of its own to state. */
  @Test
  default void required_N4_whoAsksIsToldTheSize(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    assertEquals(0, b.inspect("n").size());
    Lease two = a.semaphore("n", 5).acquire(2);
    a.semaphore("n", 5).resize(4);
    int size = b.inspect("n").size();
    assertEquals(4, size);
    b.semaphore("n", size).acquire(2, SOON).close();
    two.close();
    assertEquals(0, b.inspect("n").size(), "it does not outlive the last holder");
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_N4_whoIsWrongDoesNotDisturbThoseWhoWait(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Lease held = a.semaphore("n", 2).acquire(2);
    CompletableFuture<Lease> waits = rig.holdfast("b").semaphore("n", 2).taking(1).acquireAsync();
    SemaphoreWaitingRules.untilWaiting(rig, 1);
    for (Holdfast client : List.of(a, rig.holdfast("c"))) {
      refusal(() -> client.semaphore("n", 3).acquire(1));
      refusal(() -> client.mutex("n").tryAcquire().orElseThrow());
    }
    assertFalse(waits.isDone());
    held.close();
    waits.get(SOON.toSeconds(), SECONDS).close();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_N5_aSmallerSizeTakesNothingAway(Rig rig) throws Exception {
    DistributedSemaphore a = rig.holdfast("a").semaphore("n", 4);
    Lease two = a.acquire(2);
    Lease one = a.acquire(1);
    assertTrue(a.resize(2));
    DistributedSemaphore b = rig.holdfast("b").semaphore("n", 2);
    assertTrue(b.tryAcquire().isEmpty());
    CompletableFuture<Lease> next = b.taking(1).acquireAsync();
    SemaphoreWaitingRules.untilWaiting(rig, 1);
    two.ensure(Duration.ofSeconds(5));
    one.ensure(Duration.ofSeconds(5));
    one.close();
    assertFalse(next.isDone(), "two are held, and there are no more");
    two.close();
    next.get(SOON.toSeconds(), SECONDS).close();
    b.acquire(2, SOON).close();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_N5_aLargerSizeServesThoseWhoWait(Rig rig) throws Exception {
    DistributedSemaphore a = rig.holdfast("a").semaphore("n", 2);
    Lease held = a.acquire(2);
    CompletableFuture<Lease> one = rig.holdfast("b").semaphore("n", 2).taking(2).acquireAsync();
    SemaphoreWaitingRules.untilWaiting(rig, 1);
    CompletableFuture<Lease> two = rig.holdfast("c").semaphore("n", 2).taking(1).acquireAsync();
    SemaphoreWaitingRules.untilWaiting(rig, 2);
    assertTrue(a.resize(5));
    Lease first = one.get(SOON.toSeconds(), SECONDS);
    Lease second = two.get(SOON.toSeconds(), SECONDS);
    assertTrue(held.isHeld() && first.isHeld() && second.isHeld());
    assertTrue(rig.holdfast("d").semaphore("n", 5).tryAcquire().isEmpty());
    first.close();
    second.close();
    held.close();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_N5_differencesAddUp(Rig rig) throws Exception {
    DistributedSemaphore a = rig.holdfast("a").semaphore("n", 20);
    DistributedSemaphore b = rig.holdfast("b").semaphore("n", 40);
    assertFalse(a.resizeBy(1), "no client holds or waits");
    Lease held = a.acquire(2);
    Racers.run(List.of(() -> resizeTenTimes(a, 2), () -> resizeTenTimes(b, -1)));
    assertEquals(30, rig.holdfast("a").inspect("n").size());
    assertThrows(IllegalArgumentException.class, () -> b.resizeBy(-30));
    assertThrows(IllegalArgumentException.class, () -> b.resizeBy(Integer.MAX_VALUE));
    assertEquals(30, rig.holdfast("b").inspect("n").size());
    held.close();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  private static void resizeTenTimes(DistributedSemaphore semaphore, int difference) {
    for (int i = 0; i < 10; i++) {
      assertTrue(semaphore.resizeBy(difference));
    }
  }

  @Test
  default void required_N5_whoWaitsForMoreThanThereAreIsToldSo(Rig rig) throws Exception {
    DistributedSemaphore a = rig.holdfast("a").semaphore("n", 4);
    Lease held = a.acquire(2);
    CompletableFuture<Lease> three = rig.holdfast("b").semaphore("n", 4).taking(3).acquireAsync();
    SemaphoreWaitingRules.untilWaiting(rig, 1);
    assertTrue(a.resize(2));
    ExecutionException failed =
        assertThrows(ExecutionException.class, () -> three.get(SOON.toSeconds(), SECONDS));
    assertInstanceOf(IllegalStateException.class, failed.getCause());
    assertTrue(held.isHeld());
    held.close();
    assertFalse(a.resize(3), "no client holds or waits");
    a.acquire(4).close();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  /** Work that is refused because of how the name is used. */
  private static String refusal(Callable<Lease> work) {
    return String.valueOf(assertThrows(IllegalStateException.class, work::call).getMessage());
  }
}
