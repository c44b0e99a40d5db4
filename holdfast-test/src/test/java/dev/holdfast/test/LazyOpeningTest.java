package dev.holdfast.test;

import static dev.holdfast.test.Now.failureOf;
import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Candidacy;
import dev.holdfast.Holdfast;
import dev.holdfast.Leader;
import dev.holdfast.Lease;
import dev.holdfast.LockInfo;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Clients that are made while their store is down, and what they do until it answers. */
class LazyOpeningTest {
  private final StoreException down =
      new StoreException("cannot open wired: connection refused", null, true);
  private final StoreException wrong =
      new StoreException("cannot open wired: wrong password", null, false);

  private final Workbench bench = new Workbench();
  private final WiredStore store = bench.store;

  private Holdfast lazy() {
    return bench.client("mine", Holdfast.Builder::openLazily);
  }

  @Test
  void aTimedAcquireWaitsForItsOwnDeadlineAndSaysWhatIsTrue() {
    store.down = down;
    Holdfast client = lazy();
    CompletableFuture<Optional<Lease>> asked =
        client.mutex("a").tryAcquireAsync(Duration.ofSeconds(3));
    bench.advance(2_999);
    assertFalse(asked.isDone(), "it has failed before its deadline");
    bench.advance(1);
    StoreException error = assertInstanceOf(StoreException.class, failureOf(asked));
    assertTrue(error.isTransient());
    String said = error.getMessage();
    assertTrue(said.startsWith("acquire 'a' was not sent: wired has not been reached"), said);
    assertTrue(said.contains("cannot open wired: connection refused"), said);
    assertTrue(said.endsWith("; nothing was locked"), said);
    assertEquals(0, store.asked(), "nothing was sent");
    client.close();
  }

  @Test
  void theFirstUseIsGrantedWhenTheStoreComesUpAndOneRequestIsSent() {
    store.down = down;
    Holdfast client = lazy();
    CompletableFuture<Lease> one = client.mutex("a").acquireAsync();
    CompletableFuture<Lease> behind = client.mutex("a").acquireAsync();
    bench.advance(10_000);
    store.down = null;
    bench.advance(500); // the next try comes soon, as a call waits for it
    Lease lease = got(one);
    assertTrue(lease.isHeld());
    assertFalse(behind.isDone());
    assertEquals(1, store.acquires.size());
    assertEquals(List.of(), store.releases, "nothing was sent before that needs an end");
    long millis = lease.remaining().toMillis();
    assertTrue(millis > 28_000, "the lease counts from the sending, but has only " + millis);
    lease.close();
    assertTrue(got(behind).isHeld());
  }

  @Test
  void aTryWaitsForTheOutcomeOfATryToConnect() {
    store.down = down;
    Holdfast client = lazy();
    CompletableFuture<Optional<Lease>> tried = client.mutex("a").tryAcquireAsync(Duration.ZERO);
    assertFalse(tried.isDone());
    bench.advance(500);
    assertInstanceOf(StoreException.class, failureOf(tried));
    CompletableFuture<Optional<Lease>> again = client.mutex("a").tryAcquireAsync(Duration.ZERO);
    store.down = null;
    bench.advance(500);
    assertTrue(got(again).isPresent());
  }

  @Test
  void triesToConnectArePacedAndNeverEndByThemselves() {
    store.down = down;
    Holdfast client = lazy();
    assertEquals(1, store.openings, "the first try comes at once");
    bench.advance(60_000);
    int unused = store.openings;
    assertTrue(unused > 10 && unused < 20, "tries in a minute without use: " + unused);
    CompletableFuture<Lease> waits = client.mutex("a").acquireAsync();
    bench.advance(10_000);
    int used = store.openings - unused;
    assertTrue(used >= 18 && used <= 21, "tries in ten seconds of use: " + used);
    assertFalse(waits.isDone());
    client.close();
    int atClose = store.openings;
    bench.advance(60_000);
    assertEquals(atClose, store.openings, "a closed client connects no more");
  }

  @Test
  void anAcquireWithoutADeadlineWaitsForItsPatience() {
    store.down = down;
    Holdfast client = lazy();
    LockOptions patient = LockOptions.defaults().patience(Duration.ofSeconds(20));
    CompletableFuture<Lease> asked = client.mutex("a", patient).acquireAsync();
    bench.advance(19_000);
    assertFalse(asked.isDone());
    bench.advance(2_000);
    assertInstanceOf(StoreException.class, failureOf(asked));
    assertEquals(0, store.asked());
  }

  @Test
  void aRefusalIsToldAtOnceAndTriedAgainSeldom() {
    store.down = wrong;
    Holdfast client = lazy();
    for (int i = 0; i < 3; i++) {
      CompletableFuture<Optional<Lease>> asked =
          client.mutex("a").tryAcquireAsync(Duration.ofSeconds(30));
      StoreException error = assertInstanceOf(StoreException.class, failureOf(asked));
      assertFalse(error.isTransient());
      assertTrue(error.getMessage().contains("wrong password"), error.getMessage());
      StoreException inspected = assertThrows(StoreException.class, () -> client.inspect("a"));
      assertTrue(inspected.getMessage().startsWith("inspect 'a' was not sent"), "inspect");
    }
    bench.advance(29_000);
    assertEquals(1, store.openings, "a password is not tried over and over");
    bench.advance(1_000);
    assertEquals(2, store.openings);
    bench.advance(3_999); // twice as long as after the first refusal
    assertInstanceOf(
        StoreException.class, failureOf(client.mutex("a").tryAcquireAsync(Duration.ZERO)));
    assertEquals(2, store.openings);
    store.down = null;
    bench.advance(1);
    CompletableFuture<Optional<Lease>> later =
        client.mutex("a").tryAcquireAsync(Duration.ofSeconds(30));
    bench.advance(1);
    assertTrue(got(later).isPresent(), "a later call looks whether it has passed");
  }

  @Test
  void aSilentStoreFailsCallsAtTheConnectTimeoutAndMayAnswerLater() {
    List<Runnable> threads = new ArrayList<>();
    bench.io = threads::add;
    Holdfast client =
        bench.client("mine", builder -> builder.openLazily().connectTimeout(Duration.ofSeconds(4)));
    CompletableFuture<Optional<Lease>> tried = client.mutex("a").tryAcquireAsync(Duration.ZERO);
    CompletableFuture<Optional<Lease>> timed =
        client.mutex("b").tryAcquireAsync(Duration.ofSeconds(2));
    bench.advance(2_000);
    StoreException late = assertInstanceOf(StoreException.class, failureOf(timed));
    assertTrue(late.getMessage().contains("it has not answered yet"), late.getMessage());
    assertFalse(tried.isDone());
    bench.advance(2_000);
    StoreException silent = assertInstanceOf(StoreException.class, failureOf(tried));
    assertTrue(silent.getMessage().contains("not answered within 4 s"), silent.getMessage());
    CompletableFuture<Lease> waits = client.mutex("a").acquireAsync();
    bench.advance(9_000);
    assertEquals(1, threads.size(), "one try at a time");
    threads.remove(0).run();
    assertTrue(got(waits).isHeld());
  }

  @Test
  void callsThatAskTheStoreWaitForIt() throws Exception {
    store.down = down;
    Holdfast client = lazy();
    Call<LockInfo> inspects = new Call<>(() -> client.inspect("a")).parkedForAWhile();
    store.down = null;
    bench.advance(500);
    assertFalse(inspects.get().isHeld());
    assertEquals(List.of(), client.names(10));
  }

  @Test
  void severalNamesAreAcquiredWhenTheStoreIsThereOrFailTogether() {
    store.down = down;
    Holdfast client = lazy();
    CompletableFuture<Optional<Lease>> timed =
        client.all(List.of("a", "b")).tryAcquireAsync(Duration.ofSeconds(1));
    CompletableFuture<Optional<Lease>> tried =
        client.all(List.of("a", "c")).tryAcquireAsync(Duration.ZERO);
    CompletableFuture<Optional<Lease>> permits =
        client.semaphore("s", 3).taking(2).tryAcquireAsync(Duration.ofSeconds(1));
    bench.advance(1_000);
    assertInstanceOf(StoreException.class, failureOf(timed));
    assertInstanceOf(StoreException.class, failureOf(tried));
    assertInstanceOf(StoreException.class, failureOf(permits));
    CompletableFuture<Lease> all = client.all(List.of("a", "b")).acquireAsync();
    store.down = null;
    bench.advance(500);
    assertTrue(got(all).isHeld());
  }

  @Test
  void aCandidateLeadsWhenTheStoreIsThere() {
    store.down = down;
    List<String> told = new ArrayList<>();
    Candidacy candidacy = lazy().election("e").campaign("", new Told("mine", told));
    List<Optional<Leader>> seen = new ArrayList<>();
    bench.client("other", Holdfast.Builder::openLazily).election("e").observe(seen::add);
    bench.advance(20_000);
    assertFalse(candidacy.isLeader());
    assertEquals(List.of(), seen);
    store.down = null;
    bench.advance(6_000);
    assertTrue(candidacy.isLeader());
    assertEquals(List.of("mine leads"), told);
    assertTrue(seen.get(seen.size() - 1).isPresent());
  }

  @Test
  void closingEndsWhatWaitsAndClosesWhatOpensTooLate() {
    List<Runnable> threads = new ArrayList<>();
    bench.io = threads::add;
    Holdfast client = lazy();
    CompletableFuture<Lease> waits = client.mutex("a").acquireAsync();
    store.whileOpening =
        () -> {
          client.close();
          assertTrue(failureOf(waits).getMessage().contains("is closed"));
          assertTrue(bench.hostClosed);
          assertEquals(0, store.sessionsClosed);
        };
    threads.remove(0).run();
    assertEquals(1, store.sessionsClosed, "a session that is opened too late is closed");
    assertThrows(IllegalStateException.class, () -> client.mutex("a").tryAcquire());
    assertThrows(IllegalStateException.class, () -> client.inspect("a"));
    assertEquals(0, store.asked());
  }

  @Test
  void aClientThatIsClosedOpensNothing() {
    List<Runnable> threads = new ArrayList<>();
    bench.io = threads::add;
    lazy().close();
    threads.remove(0).run();
    assertEquals(0, store.openings);
  }

  @Test
  void aTryThatHangsIsFollowedByAnother() {
    List<Runnable> threads = new ArrayList<>();
    bench.io = threads::add;
    Holdfast client =
        bench.client("mine", builder -> builder.openLazily().connectTimeout(Duration.ofSeconds(4)));
    CompletableFuture<Lease> waits = client.mutex("a").acquireAsync();
    bench.advance(15_999);
    assertEquals(1, threads.size());
    bench.advance(500);
    assertEquals(2, threads.size());
    threads.remove(1).run();
    Lease lease = got(waits);
    threads.remove(0).run(); // too late
    assertEquals(2, store.openings);
    assertEquals(0, store.sessionsClosed, "that could take the pushes of the other away");
    assertTrue(lease.isHeld());
    client.close();
    assertEquals(2, store.sessionsClosed);
  }

  @Test
  void aTryThatIsLateIsOfUseAndFewHangAtATime() {
    List<Runnable> threads = new ArrayList<>();
    bench.io = threads::add;
    Holdfast client =
        bench.client("mine", builder -> builder.openLazily().connectTimeout(Duration.ofSeconds(4)));
    for (int i = 0; i < 30; i++) {
      bench.advance(10_000);
      assertTrue(threads.size() <= 3, "tries that hang: " + threads.size());
    }
    assertEquals(3, threads.size());
    CompletableFuture<Optional<Lease>> tried = client.mutex("b").tryAcquireAsync(Duration.ZERO);
    threads.get(0).run();
    assertTrue(got(tried).isPresent());
    threads.get(2).run();
    threads.get(1).run();
    client.close();
    assertEquals(store.openings, store.sessionsClosed);
  }

  @Test
  void whatNoCallerWantsAnyMoreIsNotSent() {
    List<Runnable> threads = new ArrayList<>();
    bench.io = threads::add;
    Holdfast client = lazy();
    CompletableFuture<Lease> left = client.mutex("a").acquireAsync();
    CompletableFuture<Lease> several = client.all(List.of("b", "c")).acquireAsync();
    CompletableFuture<Lease> again = client.mutex("d").acquireAsync();
    left.cancel(false);
    several.cancel(false);
    again.cancel(false);
    CompletableFuture<Lease> wanted = client.mutex("d").acquireAsync();
    threads.remove(0).run();
    assertTrue(got(wanted).isHeld());
    assertEquals(1, store.acquires.size());
    assertEquals(List.of(), store.releases);
    assertTrue(client.mutex("a").tryAcquire().isPresent(), "the name can be used");
    assertTrue(client.all(List.of("b", "c")).tryAcquire().isPresent(), "the names can be used");
  }

  @Test
  void aRequestThatIsUnderWayIsNotSaidToBeUnsent() {
    store.down = down;
    Holdfast client = lazy();
    CompletableFuture<Optional<Lease>> asked =
        client.mutex("a").tryAcquireAsync(Duration.ofSeconds(2));
    bench.advance(1_000);
    store.down = null;
    store.wire = WiredStore.Wire.SLOW;
    bench.advance(500);
    assertEquals(1, store.acquires.size(), "it is under way");
    bench.advance(500);
    assertTrue(got(asked).isEmpty());
  }

  @Test
  void whetherTheStoreWasReachedIsDecidedAtTheDeadline() {
    store.down = down;
    Holdfast client = lazy();
    List<Runnable> callbacks = new ArrayList<>();
    bench.callbacks = callbacks::add;
    CompletableFuture<Optional<Lease>> one =
        client.mutex("a").tryAcquireAsync(Duration.ofMillis(100));
    bench.pace = 1;
    CompletableFuture<Optional<Lease>> all =
        client.all(List.of("b", "c")).tryAcquireAsync(Duration.ofNanos(1));
    bench.pace = 0;
    bench.advance(100);
    store.down = null;
    bench.advance(10_000);
    bench.callbacks = Runnable::run;
    callbacks.forEach(Runnable::run);
    assertTrue(client.mutex("z").tryAcquire().isPresent(), "the store has been reached since");
    assertInstanceOf(StoreException.class, failureOf(one));
    assertInstanceOf(StoreException.class, failureOf(all));
  }

  @Test
  void patienceBeginsWithTheRequest() {
    bench.io = new ArrayList<Runnable>()::add; // the store is silent
    Holdfast client = lazy();
    LockOptions patient = LockOptions.defaults().patience(Duration.ofSeconds(3));
    CompletableFuture<Lease> asked = client.mutex("a", patient).acquireAsync();
    bench.advance(2_999);
    assertFalse(asked.isDone());
    bench.advance(1);
    StoreException error = assertInstanceOf(StoreException.class, failureOf(asked));
    assertTrue(error.getMessage().contains("opened 3 s ago"), error.getMessage());
  }

  @Test
  void aPasswordIsNotTriedOftenHoweverOftenItIsNeeded() {
    store.down = wrong;
    Holdfast client = lazy();
    for (int second = 0; second < 300; second++) {
      CompletableFuture<Optional<Lease>> unused =
          client.mutex("a").tryAcquireAsync(Duration.ofMillis(500));
      bench.advance(1_000);
    }
    assertTrue(store.openings <= 15, "tries in five minutes: " + store.openings);
  }

  @Test
  void candidatesAndObserversDoNotHaveAPasswordTried() {
    store.down = wrong;
    Holdfast client = lazy();
    client.election("e").campaign("", new Told("mine", new ArrayList<>()));
    client.election("e").observe(leader -> {});
    bench.advance(59_000);
    assertEquals(2, store.openings, "at first, and after half a minute");
    store.down = null;
    bench.advance(35_000);
    assertEquals(3, store.openings);
    assertTrue(client.election("e").leader().isPresent());
  }

  @Test
  void aKindOfLockThatTheStoreLacksIsRefusedBeforeItIsReached() {
    StoreCapabilities mutexes =
        new StoreCapabilities(
            true, false, HoldKind.SESSION, Duration.ofSeconds(1), Set.of(Mode.EXCLUSIVE));
    Workbench plain = new Workbench(mutexes);
    plain.store.down = down;
    Holdfast client = plain.client("mine", Holdfast.Builder::openLazily);
    assertThrows(UnsupportedOperationException.class, () -> client.readWrite("a"));
    assertThrows(UnsupportedOperationException.class, () -> client.semaphore("a", 2));
    assertEquals("a", client.mutex("a").name());
    assertEquals("mine", client.identity().client());
  }

  @Test
  void whatOnlyTheServerKnowsIsRefusedByTheAcquire() {
    store.down = down;
    Holdfast client = lazy();
    LockOptions acknowledged = LockOptions.defaults().acknowledgedBy(1, Duration.ofSeconds(1));
    CompletableFuture<Lease> asked = client.mutex("a", acknowledged).acquireAsync();
    store.down = null;
    bench.advance(500);
    StoreException error = assertInstanceOf(StoreException.class, failureOf(asked));
    assertFalse(error.isTransient());
    assertThrows(UnsupportedOperationException.class, () -> client.mutex("a", acknowledged));
  }

  @Test
  void aStoreThatBlocksIsCalledOnThreadsForThat() {
    Workbench blocking = new Workbench(true, true);
    blocking.store.down = down;
    Holdfast client = blocking.client("mine", Holdfast.Builder::openLazily);
    CompletableFuture<Lease> asked = client.mutex("a").acquireAsync();
    List<Runnable> calls = new ArrayList<>();
    blocking.advance(400);
    blocking.store.down = null;
    blocking.io = calls::add;
    blocking.advance(500);
    calls.remove(0).run(); // opens
    assertFalse(asked.isDone(), "it was asked on the thread that opened");
    calls.remove(0).run();
    assertTrue(got(asked).isHeld());
  }

  @Test
  void afterTheFirstAnswerItIsAClientLikeAnyOther() {
    Holdfast client = lazy();
    Lease lease = client.mutex("a").tryAcquire().orElseThrow();
    assertEquals(1, store.openings);
    store.wire = WiredStore.Wire.CUT;
    bench.advance(5_000);
    assertThrows(StoreException.class, () -> client.mutex("b").tryAcquire());
    store.wire = WiredStore.Wire.WELL;
    bench.advance(5_000);
    assertTrue(client.mutex("b").tryAcquire().isPresent());
    assertTrue(lease.isHeld());
    assertEquals(1, store.openings);
    client.close();
    assertEquals(1, store.sessionsClosed);
  }
}
