package dev.holdfast.test;

import static dev.holdfast.test.Now.failureOf;
import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.DistributedSemaphore;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.StoreException;
import dev.holdfast.test.WiredStore.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** On whose thread a store that blocks is called. */
class BlockingStoreTest {
  private static final LockOptions NINE = LockOptions.defaults().lease(Duration.ofSeconds(9));

  private final Workbench bench = new Workbench(true, true);
  private final WiredStore store = bench.store;
  private final Holdfast client = bench.client("mine");
  private final List<Runnable> io = new ArrayList<>();
  private final List<Runnable> renewals = new ArrayList<>();

  @BeforeEach
  void collect() {
    bench.io = io::add;
    bench.renewals = renewals::add;
  }

  private void runAll(List<Runnable> tasks) {
    List<Runnable> all = List.copyOf(tasks);
    tasks.clear();
    all.forEach(Runnable::run);
  }

  @Test
  void whoBlocksCallsItsStoreItself() throws InterruptedException {
    client.mutex("a").acquire().close();
    client.mutex("a").acquireUninterruptibly().close();
    client.mutex("a").tryAcquire().orElseThrow().close();
    assertEquals(3, store.acquires.size());
    assertEquals(3, store.releases.size());
    assertEquals(0, io.size());
  }

  /** A request for several names may be several calls; an interrupt waits for one at most. */
  @Test
  void anInterruptedThreadCallsItsStoreNoMore() {
    Holdfast other = bench.client("other");
    store.aheadMicros = 1_000_000; // so that one token for both must be asked for
    bench.keep(other.readWrite("b").read().tryAcquire().orElseThrow());
    store.aheadMicros = 0;
    store.narrow = true;
    store.forget();
    bench.atEachLook =
        () -> {
          if (store.acquires.size() == 2) {
            bench.atEachLook = () -> {};
            Thread.currentThread().interrupt();
          }
        };
    DistributedLock both = client.all(client.mutex("a"), client.readWrite("b").read());
    assertThrows(InterruptedException.class, both::acquire);
    assertEquals(0, store.keepAlives.size());
    while (!io.isEmpty()) {
      runAll(io);
    }
    assertTrue(other.mutex("a").tryAcquire().isPresent(), "nothing is left of it");
  }

  @Test
  void whoTriesForPermitsCallsItsStoreItself() throws InterruptedException {
    bench.pace = 1;
    DistributedSemaphore semaphore = client.semaphore("s", 4);
    semaphore.tryAcquire().orElseThrow().close();
    semaphore.tryAcquire(2, Duration.ZERO).orElseThrow().close();
    assertEquals(2, store.acquires.size());
    assertEquals(0, io.size());
  }

  @Test
  void aTimedWaitCallsItselfIfItsTimeSufficesForAnAnswer() throws InterruptedException {
    // A request to this store takes 10 ms at most.
    client.mutex("a").acquire(Duration.ofMillis(10)).close();
    assertEquals(1, store.acquires.size());
    assertEquals(0, io.size());
    CompletableFuture<Lease> got = new CompletableFuture<>();
    Thread waiting =
        new Thread(
            () -> {
              try {
                got.complete(client.mutex("a").acquire(Duration.ofNanos(9_999_999)));
              } catch (InterruptedException | RuntimeException failure) {
                got.completeExceptionally(failure);
              }
            });
    bench.io =
        task -> {
          assertEquals(1, store.acquires.size(), "nothing is asked on the waiting thread");
          io.add(task);
          Thread other = new Thread(task);
          other.start();
        };
    waiting.start();
    waiting.join();
    assertTrue(got(got).isHeld());
    assertEquals(1, io.size());
    assertFalse(store.callers.contains(waiting));
  }

  @Test
  void whoDoesNotBlockNeverWaitsForTheStore() {
    CompletableFuture<Lease> asked = client.mutex("a").acquireAsync();
    assertEquals(0, store.asked());
    runAll(io);
    Lease lease = got(asked);
    CompletableFuture<Void> released = lease.releaseAsync();
    assertEquals(1, store.asked());
    runAll(io);
    assertEquals(1, store.releases.size());
    assertTrue(released.isDone());
  }

  @Test
  void renewalsHaveThreadsOfTheirOwnAndPlacesDoNot() {
    Lease held = client.mutex("a", NINE).tryAcquire().orElseThrow();
    CompletableFuture<Lease> waiting = bench.client("other").mutex("a").acquireAsync();
    runAll(io);
    bench.advance(1_500);
    assertEquals(0, store.keepAlives.size());
    assertEquals(1, io.size());
    runAll(io);
    assertEquals(1, store.keepAlives.size());
    bench.advance(1_500);
    assertEquals(1, renewals.size());
    runAll(renewals);
    assertEquals(2, store.keepAlives.size());
    assertTrue(held.isHeld() && !waiting.isDone());
  }

  @Test
  void aPlaceIsKeptFromWhenItsMessageIsSentAndNotFromWhenItWasQueued() {
    Lease held = client.mutex("a").tryAcquire().orElseThrow();
    CompletableFuture<Lease> waiting = bench.client("other").mutex("a").acquireAsync();
    runAll(io);
    bench.advance(2_000);
    runAll(io);
    var place = (dev.holdfast.spi.KeepAlive.Place) store.keepAlives.get(0).get(0);
    assertEquals(Workbench.START.plusSeconds(2).toNanos(), place.sentAt());
    assertTrue(held.isHeld() && !waiting.isDone());
  }

  @Test
  void ensureAsksOnItsCallersThread() {
    Lease lease = client.mutex("a", NINE).tryAcquire().orElseThrow();
    bench.advance(1_000);
    lease.ensure(Duration.ofMillis(8_500));
    assertEquals(1, store.keepAlives.size());
    assertEquals(0, renewals.size());
    assertEquals(List.of(Thread.currentThread()), store.callers.stream().distinct().toList());
  }

  @Test
  void aReleaseThatFailsIsRepeatedInTheBackground() {
    Lease lease = client.mutex("a", NINE).tryAcquire().orElseThrow();
    store.wire = Wire.CUT;
    lease.close();
    assertEquals(1, store.releases.size());
    assertEquals(0, io.size());
    bench.advance(20);
    assertEquals(1, io.size());
    store.wire = Wire.WELL;
    runAll(io);
    assertFalse(client.inspect("a").isHeld());
  }

  @Test
  void afterTheThreadsAreGoneNothingIsSent() {
    bench.io =
        task -> {
          throw new RejectedExecutionException("closed");
        };
    CompletableFuture<?> asked = client.mutex("a").tryAcquireAsync(Duration.ZERO);
    StoreException refused = (StoreException) failureOf(asked);
    assertTrue(refused.getMessage().contains("nothing was sent"), refused.getMessage());
  }

  @Test
  void aTimeoutNamesTheHolder() throws InterruptedException {
    Lease held = bench.client("holder").mutex("a").tryAcquire().orElseThrow();
    bench.io = Runnable::run;
    LockTimeoutException late =
        assertThrows(LockTimeoutException.class, () -> client.mutex("a").acquire(Duration.ZERO));
    assertEquals("holder", late.holder().orElseThrow().client());
    assertTrue(late.getMessage().contains("'a' within 0 ms"), late.getMessage());
    assertTrue(held.isHeld());
  }
}
