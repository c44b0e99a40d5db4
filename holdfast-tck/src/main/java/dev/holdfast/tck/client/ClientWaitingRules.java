package dev.holdfast.tck.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Racers;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.FaultyStore;
import dev.holdfast.tck.internal.clients.SpiClient;
import dev.holdfast.tck.internal.clients.TurnCounter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** W1, W3, W4 and W6 as users see them: which waiter is served, when, and in which order. */
public interface ClientWaitingRules extends RuleGroup {
  /**
   * A waiter whose push was lost, or a holder whose recall was, goes on after this at the latest:
   * the stated 2 s, and 2 s for a busy machine.
   */
  Duration WITHOUT_PUSHES = Duration.ofSeconds(4);

  @Test
  default void required_W1_aWaiterGoesOnWithoutPushes(Rig rig) throws Exception {
    FaultyStore store = FaultyStore.of(rig);
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b", store);
    store.losePushes();
    Lease lease = a.mutex("n").acquire();
    CompletableFuture<Lease> waiting = b.mutex("n").acquireAsync();
    waits(a, 1);
    lease.close();
    Lease handed = promptly(waiting, WITHOUT_PUSHES);
    assertTrue(handed.token() > lease.token());
    handed.close();
  }

  @Test
  default void required_W1_aSilentHolderIsSucceededAfterItsLease(Rig rig) throws Exception {
    rig.needsLeases();
    SpiClient dead = SpiClient.of(rig, "dead").times(rig.shortMillis(), 3_000, 6_000);
    Holdfast b = rig.holdfast("b");
    long stamp = dead.take("n").stamp();
    Lease next = promptly(b.mutex("n").acquireAsync(), rig.shortLease().plus(WITHOUT_PUSHES));
    assertTrue(next.token() > SpiClient.lastToken(stamp));
    next.close();
  }

  @Test
  default void required_W3_waitingClientsAreServedInTheirOrder(Rig rig) throws Exception {
    Lease held = rig.holdfast("holder").mutex("n").acquire();
    SpiClient witness = SpiClient.of(rig, "witness");
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    List<CompletableFuture<Void>> ends = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      int place = i;
      CompletableFuture<Lease> waiting = rig.holdfast("w" + i).mutex("n").acquireAsync();
      ends.add(
          waiting.thenAccept(
              lease -> {
                order.add(place);
                lease.close();
              }));
      Until.met(Duration.ofSeconds(10), "it waits", () -> witness.waiters("n").size() == place + 1);
    }
    held.close();
    for (CompletableFuture<Void> end : ends) {
      end.get(30, SECONDS);
    }
    assertEquals(List.of(0, 1, 2, 3, 4), order);
  }

  /**
   * Threads of two clients, all eager: lending must not starve the other client. A client that
   * lends may go on until it hears that another one waits (W6): for two seconds where no push says
   * so, and now and then for long where a busy machine brings the push late. So what counts is how
   * often it goes on after it has heard, and with pushes the turns of each hold, up to what the
   * budget allows.
   */
  @Test
  default void required_W3_clientsTakeTurns(Rig rig) throws Exception {
    TurnCounter one = TurnCounter.of(rig);
    TurnCounter two = TurnCounter.of(rig);
    takeTurns(rig, one, two);
    int allowed = 1 + LockOptions.defaults().lends();
    int most = Math.max(one.mostTurnsAfterWord(), two.mostTurnsAfterWord());
    assertTrue(
        most <= allowed,
        () -> most + " turns of one hold, by a client that knew that another one waits");
    if (rig.capabilities().pushes()) {
      assertTrue(most > 0, "no client was told that another one waits");
      int both = one.turns(allowed) + two.turns(allowed);
      for (TurnCounter each : List.of(one, two)) {
        int turns = each.turns(allowed);
        assertTrue(
            turns * 10 >= both,
            () -> "one client got " + turns + " of " + both + " turns, " + each.holds() + " times");
      }
    }
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_W4_aDeadWaiterDelaysTheQueueByAClaimWindowAtMost(Rig rig) throws Exception {
    rig.needsLeases();
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    SpiClient dead = SpiClient.of(rig, "dead").times(30_000, rig.shortMillis(), 30_000);
    Lease held = a.mutex("n").acquire();
    dead.queue("n");
    waits(a, 1);
    CompletableFuture<Lease> waiting = b.mutex("n").acquireAsync();
    waits(a, 2);
    held.close();
    promptly(waiting, rig.shortLease().plus(WITHOUT_PUSHES)).close();
  }

  @Test
  default void required_W6_aLendingHolderYields(Rig rig) throws Exception {
    yields(rig, rig.holdfast("a"), rig.holdfast("b"));
  }

  /** Every push of both clients is lost: the holder hears in a reply of the waiter. */
  @Test
  default void required_W6_aLendingHolderYieldsWithoutPushes(Rig rig) throws Exception {
    FaultyStore one = FaultyStore.of(rig);
    FaultyStore two = FaultyStore.of(rig);
    one.losePushes();
    two.losePushes();
    yields(rig, rig.holdfast("a", one), rig.holdfast("b", two));
  }

  @Test
  default void required_W6_aLingeringHolderYields(Rig rig) throws Exception {
    FaultyStore deaf = FaultyStore.of(rig);
    deaf.losePushes();
    LockOptions lingering = LockOptions.defaults().linger(Duration.ofMinutes(5));
    for (Holdfast a : List.of(rig.holdfast("a"), rig.holdfast("deaf", deaf))) {
      Lease used = a.mutex("n", lingering).acquire();
      used.close();
      Lease next =
          promptly(rig.holdfast("b").mutex("n").acquireAsync(), WITHOUT_PUSHES.multipliedBy(2));
      assertTrue(next.token() > used.token());
      next.close();
    }
  }

  @Test
  default void required_W6_anUnusedHoldIsFreeForItsOwnClient(Rig rig) throws Exception {
    FaultyStore counting = FaultyStore.of(rig);
    Holdfast a = rig.holdfast("a", counting);
    LockOptions lingering = LockOptions.defaults().linger(Duration.ofMinutes(5));
    long last = 0;
    for (int i = 0; i < 10; i++) {
      try (Lease lease = a.mutex("n", lingering).acquire()) {
        assertTrue(lease.token() > last);
        last = lease.token();
      }
    }
    assertEquals(1, counting.acquires(), "acquires that went to the store");
  }

  @Test
  default void required_W2_aTimeoutNamesTheHolder(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    Lease held = a.mutex("n").acquire();
    LockTimeoutException thrown =
        assertThrows(
            LockTimeoutException.class, () -> b.mutex("n").acquire(Duration.ofMillis(500)));
    assertEquals("a", thrown.holder().orElseThrow().client());
    held.close();
  }

  /** Four threads of one client lend the hold to each other for as long as they may. */
  private static void yields(Rig rig, Holdfast busy, Holdfast other) throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    DistributedLock lock = busy.mutex("n");
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread thread =
          new Thread(
              Racers.of(
                  () -> {
                    while (!stop.get()) {
                      lock.run(lease -> Racers.pause());
                    }
                  }),
              "tck-busy-" + i);
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
    try {
      rig.passMillis(100);
      for (int i = 0; i < 2; i++) {
        promptly(other.mutex("n").acquireAsync(), WITHOUT_PUSHES).close();
      }
    } finally {
      stop.set(true);
      for (Thread thread : threads) {
        thread.join(20_000);
      }
    }
  }

  /** For a while, and until each client had five holds, which take two seconds each (W6). */
  private static void takeTurns(Rig rig, TurnCounter one, TurnCounter two) throws Exception {
    long end = System.nanoTime() + Duration.ofMillis(1_500).toNanos();
    long latest = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    List<Runnable> works = new ArrayList<>();
    for (TurnCounter turns : List.of(one, two)) {
      DistributedLock lock = rig.holdfast(turns == one ? "a" : "b", turns).mutex("n");
      Runnable work =
          Racers.of(
              () -> {
                while (System.nanoTime() - end < 0 || Math.min(one.holds(), two.holds()) < 5) {
                  assertTrue(System.nanoTime() - latest < 0, "a client waits for its turns");
                  lock.run(lease -> turns.turn(lease.token()));
                }
              });
      works.addAll(Collections.nCopies(3, work));
    }
    Racers.run(works);
  }

  private static void waits(Holdfast client, int count) {
    Until.met(
        Duration.ofSeconds(10),
        count + " wait",
        () -> client.inspect("n").waiters().size() == count);
  }

  private static Lease promptly(CompletableFuture<Lease> waiting, Duration bound) throws Exception {
    return waiting.get(bound.toMillis(), java.util.concurrent.TimeUnit.MILLISECONDS);
  }
}
