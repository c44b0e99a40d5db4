package dev.holdfast.test;

import static dev.holdfast.test.Now.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Candidacy;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.test.WiredStore.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** A client that is shut down in order: nothing new is granted, and holders may finish. */
@Timeout(60)
class QuiesceTest {
  private static final Duration LONG = Duration.ofMinutes(10);

  private final Workbench bench = new Workbench();
  private final WiredStore store = bench.store;
  private final Holdfast client = bench.client("mine");
  private final List<String> events = new ArrayList<>();

  private Call<Boolean> quiesces() {
    return new Call<>(() -> client.quiesce(LONG)).parkedForAWhile();
  }

  @Test
  void nothingIsLeftOfAClientWithoutLeases() {
    assertTrue(client.quiesce(LONG));
    assertTrue(bench.hostClosed);
    assertEquals(1, store.sessionsClosed);
    assertTrue(client.quiesce(LONG), "again");
    client.close();
    assertEquals(1, store.sessionsClosed);
  }

  @Test
  void holdersMayFinishAndNothingNewIsGranted() throws Exception {
    Lease others = bench.client("other").mutex("q").tryAcquire().orElseThrow();
    Lease lease = client.mutex("a").tryAcquire().orElseThrow();
    CompletableFuture<Lease> queued = client.mutex("q").acquireAsync();
    CompletableFuture<Lease> behind = client.mutex("a").acquireAsync();
    CompletableFuture<Lease> several = client.all(List.of("b", "q")).acquireAsync();
    Call<Boolean> quiesces = quiesces();
    for (CompletableFuture<Lease> each : List.of(queued, behind, several)) {
      assertShuttingDown(failureOf(each));
    }
    for (Executable each :
        List.<Executable>of(
            () -> client.mutex("a").tryAcquire(),
            () -> client.mutex("n").acquire(Duration.ofSeconds(1)),
            () -> client.mutex("n").acquireAsync(),
            () -> client.all(List.of("n", "m")).tryAcquire(),
            () -> client.readWrite("n").read().tryAcquire(),
            () -> client.semaphore("s", 2).tryAcquire(),
            () -> client.election("e").campaign("", new Told("e", events)))) {
      assertShuttingDown(assertThrows(IllegalStateException.class, each));
    }
    assertTrue(client.inspect("q").waiters().isEmpty(), "a wait goes on in the store");
    assertFalse(client.inspect("b").isHeld(), "what was had of several is given back");
    bench.advance(120_000);
    assertTrue(lease.isHeld(), "it is renewed");
    assertFalse(quiesces.isDone());
    lease.close();
    assertTrue(quiesces.get());
    assertFalse(quiesces.isInterrupted());
    assertTrue(bench.hostClosed);
    assertEquals(List.of(), bench.told);
    assertTrue(others.isHeld());
  }

  @Test
  void leasesThatAreLeftAreLostWhenTheTimeIsOver() {
    Lease lease = client.mutex("a").tryAcquire().orElseThrow();
    assertFalse(client.quiesce(Duration.ofMillis(20)));
    assertEquals(List.of("lost a " + lease.token() + " CLOSED"), bench.told);
    assertFalse(bench.client("other").inspect("a").isHeld());
    assertFalse(client.quiesce(LONG), "it has not ended well, however often it is asked");
  }

  @Test
  void noTimeMeansToCloseNow() {
    assertFalse(clientWithALease().quiesce(Duration.ZERO));
    assertFalse(clientWithALease().quiesce(Duration.ofSeconds(-1)));
    assertTrue(client.quiesce(Duration.ZERO), "nothing was held");
  }

  private Holdfast clientWithALease() {
    Holdfast holder = bench.client("holder");
    bench.keep(holder.mutex("z").tryAcquire().orElseThrow());
    return holder;
  }

  @Test
  void anInterruptClosesNow() throws Exception {
    Lease lease = client.mutex("a").tryAcquire().orElseThrow();
    Call<Boolean> quiesces = quiesces();
    quiesces.thread().interrupt();
    assertFalse(quiesces.get());
    assertTrue(quiesces.isInterrupted(), "the flag is kept");
    assertFalse(lease.isHeld());
    assertTrue(bench.hostClosed);
  }

  @Test
  void closeOfAnotherThreadEndsTheWait() throws Exception {
    Lease lease = client.mutex("a").tryAcquire().orElseThrow();
    Call<Boolean> quiesces = quiesces();
    client.close();
    assertFalse(quiesces.get());
    assertFalse(lease.isHeld());
    assertEquals(1, store.sessionsClosed);
  }

  @Test
  void theShortestTimeCounts() throws Exception {
    Lease lease = client.mutex("a").tryAcquire().orElseThrow();
    Call<Boolean> patient = quiesces();
    assertFalse(client.quiesce(Duration.ofMillis(20)));
    assertFalse(patient.get());
    assertFalse(lease.isHeld());
    assertEquals(1, store.sessionsClosed);
  }

  @Test
  void nothingLingersWhenItShutsDown() throws Exception {
    LockOptions lingering = LockOptions.defaults().linger(Duration.ofMinutes(1));
    client.mutex("idle", lingering).tryAcquire().orElseThrow().close();
    client.semaphore("s", 3, lingering).tryAcquire().orElseThrow().close();
    Lease lease = client.mutex("a", lingering).tryAcquire().orElseThrow();
    Holdfast other = bench.client("other");
    assertTrue(other.inspect("idle").isHeld());
    assertTrue(other.inspect("s").isHeld());
    Call<Boolean> quiesces = quiesces();
    assertFalse(other.inspect("idle").isHeld());
    assertFalse(other.inspect("s").isHeld());
    lease.close();
    assertTrue(quiesces.get());
    assertFalse(other.inspect("a").isHeld());
  }

  @Test
  @SuppressWarnings("LockNotBeforeTry") // each call is looked at
  void aThreadThatHasANameMayLockItAgain() throws Exception {
    Lock view = client.mutex("a").asLock();
    view.lock();
    Call<Boolean> quiesces = quiesces();
    view.lock();
    view.unlock();
    assertFalse(quiesces.isDone());
    view.unlock();
    assertTrue(quiesces.get());
    assertThrows(IllegalStateException.class, view::lock);
  }

  @Test
  void leadersResignAndOthersLeadBeforeHoldersHaveFinished() throws Exception {
    Candidacy leads = client.election("e").campaign("", new Told("mine", events));
    Holdfast other = bench.client("other");
    Candidacy next = other.election("e").campaign("", new Told("other", events));
    Candidacy waits = client.election("e").campaign("", new Told("second", events));
    Lease lease = client.mutex("a").tryAcquire().orElseThrow();
    assertTrue(leads.isLeader());
    Call<Boolean> quiesces = quiesces();
    assertFalse(leads.isLeader());
    assertFalse(waits.isLeader());
    assertEquals(List.of("mine leads", "mine gave up", "other leads"), events);
    assertTrue(next.isLeader());
    bench.advance(60_000);
    assertEquals(
        List.of("mine leads", "mine gave up", "other leads"), events, "it does not run again");
    lease.close();
    assertTrue(quiesces.get());
  }

  @Test
  void anEndThatTheStoreHasNotConfirmedIsNotWell() {
    Lease lease = client.mutex("a").tryAcquire().orElseThrow();
    store.wire = Wire.CUT;
    lease.release();
    assertFalse(client.quiesce(Duration.ofMillis(20)));
    assertTrue(bench.hostClosed);
  }

  @Test
  void aLeaseThatIsLostMeanwhileIsNotWell() throws Exception {
    Lease lease = client.mutex("a").tryAcquire().orElseThrow();
    Call<Boolean> quiesces = quiesces();
    assertTrue(bench.client("other").breakHold("a"));
    assertFalse(lease.isHeld());
    assertFalse(quiesces.get(), "its section still runs");
    assertTrue(bench.hostClosed);
  }

  @Test
  void anEndThatTheStoreHasRefusedIsNotWell() throws Exception {
    Lease lease = client.mutex("a").tryAcquire().orElseThrow();
    Call<Boolean> quiesces = quiesces();
    store.wire = Wire.REFUSED;
    lease.close();
    assertFalse(quiesces.get(), "the store may have it still");
  }

  @Test
  void aClientWhoseStoreWasNeverReachedEndsAtOnce() {
    store.down = new StoreException("it is down", null, true);
    Holdfast lazy = bench.client("lazy", Holdfast.Builder::openLazily);
    CompletableFuture<Lease> waits = lazy.mutex("a").acquireAsync();
    assertTrue(lazy.quiesce(LONG));
    assertShuttingDown(failureOf(waits));
    int tries = store.openings;
    bench.advance(60_000);
    assertEquals(tries, store.openings);
  }

  private static void assertShuttingDown(Throwable refusal) {
    assertInstanceOf(IllegalStateException.class, refusal);
    assertTrue(refusal.getMessage().contains("is shutting down"), refusal.getMessage());
  }
}
