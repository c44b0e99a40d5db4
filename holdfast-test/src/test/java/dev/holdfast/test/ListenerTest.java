package dev.holdfast.test;

import static dev.holdfast.test.Now.got;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastListener;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import dev.holdfast.StoreException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a client's listener is told: each event once, with its numbers, on the right thread. */
class ListenerTest {
  private static final LockOptions NINE = LockOptions.defaults().lease(Duration.ofSeconds(9));
  private static final LockOptions LINGERING = NINE.linger(Duration.ofSeconds(20));

  private final Workbench bench = new Workbench();
  private final Queue<Runnable> callbacks = new ArrayDeque<>();
  private final List<Thread> threads = new CopyOnWriteArrayList<>();
  private final List<Object> heard = new CopyOnWriteArrayList<>();
  private final Holdfast client = bench.client("mine", builder -> builder.listener(new Hears()));
  private final Holdfast other = bench.client("other");
  private final ExecutorService pool = Executors.newFixedThreadPool(2);

  @AfterEach
  void end() throws InterruptedException {
    pool.shutdownNow();
    assertTrue(pool.awaitTermination(20, SECONDS));
  }

  /** Writes down all events but the calls of the store. */
  private class Hears implements HoldfastListener {
    private void hear(Object event) {
      threads.add(Thread.currentThread());
      heard.add(event);
    }

    @Override
    public void acquired(Acquired event) {
      hear(event);
    }

    @Override
    public void notAcquired(NotAcquired event) {
      hear(event);
    }

    @Override
    public void released(Released event) {
      hear(event);
    }

    @Override
    public void renewed(Renewed event) {
      hear(event);
    }

    @Override
    public void lost(String name, long token, Loss loss) {
      hear(loss.kind());
    }
  }

  private List<Object> taken() {
    List<Object> all = List.copyOf(heard);
    heard.clear();
    return all;
  }

  private static String line(Object event) {
    return event.toString().replaceAll("token=\\d+, ", "");
  }

  private List<String> lines() {
    return taken().stream().map(ListenerTest::line).toList();
  }

  private void runCallbacks() {
    for (Runnable next = callbacks.poll(); next != null; next = callbacks.poll()) {
      next.run();
    }
  }

  @Test
  void aLeaseIsToldWhenItsCallerHasItAndWhenItIsGivenBack() {
    Lease lease = client.mutex("a", NINE).tryAcquire().orElseThrow();
    HoldfastListener.Acquired acquired = (HoldfastListener.Acquired) taken().get(0);
    assertEquals(lease.token(), acquired.token());
    assertEquals("Acquired[name=a, mode=EXCLUSIVE, waited=PT0S, how=FREE]", line(acquired));
    bench.advance(1_500);
    lease.close();
    HoldfastListener.Released released = (HoldfastListener.Released) taken().get(0);
    assertEquals(lease.token(), released.token());
    assertEquals("Released[name=a, mode=EXCLUSIVE, held=PT1.5S, confirmed=true]", line(released));
    lease.close();
    CompletableFuture<Void> unused = lease.releaseAsync();
    assertEquals(List.of(), heard, "told once");
  }

  @Test
  void howACallerCameToItsLeaseIsTold() {
    Lease first = other.mutex("a", NINE).tryAcquire().orElseThrow();
    CompletableFuture<Lease> queued = client.mutex("a", LINGERING).acquireAsync();
    CompletableFuture<Lease> lent = client.mutex("a", LINGERING).acquireAsync();
    bench.advance(700);
    first.close();
    bench.advance(300);
    got(queued).close();
    got(lent).close();
    client.mutex("a", LINGERING).tryAcquire().orElseThrow().close();
    assertEquals(
        List.of(
            "Acquired[name=a, mode=EXCLUSIVE, waited=PT0.7S, how=QUEUED]",
            "Renewed[holds=1, took=PT0S, leastLeft=PT2.19S]", // which claims what was handed over
            "Acquired[name=a, mode=EXCLUSIVE, waited=PT1S, how=LENT]",
            "Released[name=a, mode=EXCLUSIVE, held=PT0.3S, confirmed=true]",
            "Released[name=a, mode=EXCLUSIVE, held=PT0S, confirmed=true]",
            "Acquired[name=a, mode=EXCLUSIVE, waited=PT0S, how=LINGERED]",
            "Released[name=a, mode=EXCLUSIVE, held=PT0S, confirmed=true]"),
        lines());
  }

  @Test
  void aReaderThatJoinsIsToldAndAnUpgradeGoesOnWithTheSameLease() {
    Lease one = client.readWrite("rw", NINE, NINE).read().tryAcquire().orElseThrow();
    Lease two = client.readWrite("rw", NINE, NINE).read().tryAcquire().orElseThrow();
    two.close();
    bench.advance(1_000);
    Lease writer = client.readWrite("rw", NINE, NINE).tryUpgrade(one).orElseThrow();
    bench.advance(1_000);
    writer.close();
    assertEquals(
        List.of(
            "Acquired[name=rw, mode=SHARED, waited=PT0S, how=FREE]",
            "Acquired[name=rw, mode=SHARED, waited=PT0S, how=JOINED]",
            "Released[name=rw, mode=SHARED, held=PT0S, confirmed=true]",
            "Released[name=rw, mode=EXCLUSIVE, held=PT2S, confirmed=true]"),
        lines());
  }

  @Test
  void aLeaseOfSeveralNamesIsToldForEachOfThem() {
    client.all(List.of("x", "y"), NINE).tryAcquire().orElseThrow().close();
    assertEquals(
        List.of(
            "Acquired[name=x, mode=EXCLUSIVE, waited=PT0S, how=FREE]",
            "Acquired[name=y, mode=EXCLUSIVE, waited=PT0S, how=FREE]",
            "Released[name=x, mode=EXCLUSIVE, held=PT0S, confirmed=true]",
            "Released[name=y, mode=EXCLUSIVE, held=PT0S, confirmed=true]"),
        lines());
    bench.keep(other.mutex("y").tryAcquire().orElseThrow());
    assertTrue(client.all(List.of("x", "y"), NINE).tryAcquire().isEmpty());
    assertEquals(List.of("NotAcquired[name=x, y, mode=EXCLUSIVE, waited=PT0S, why=BUSY]"), lines());
  }

  @Test
  void whyThereIsNoLeaseIsTold() throws InterruptedException {
    Lease theirs = other.mutex("a", NINE).tryAcquire().orElseThrow();
    assertTrue(client.mutex("a").tryAcquire().isEmpty());
    CompletableFuture<?> timed = client.mutex("a").tryAcquireAsync(Duration.ofSeconds(2));
    bench.advance(2_000);
    assertTrue(timed.isDone());
    CompletableFuture<Lease> cancelled = client.mutex("a").acquireAsync();
    bench.advance(1_000);
    assertTrue(cancelled.cancel(false));
    Thread waiting =
        new Thread(
            () -> assertThrows(InterruptedException.class, () -> client.mutex("a").acquire()));
    waiting.start();
    while (client.statistics().waiting() == 0) {
      Thread.onSpinWait();
    }
    waiting.interrupt();
    waiting.join();
    theirs.close();
    client.close();
    assertThrows(IllegalStateException.class, () -> client.mutex("a").tryAcquire());
    assertEquals(
        List.of(
            "NotAcquired[name=a, mode=EXCLUSIVE, waited=PT0S, why=BUSY]",
            "NotAcquired[name=a, mode=EXCLUSIVE, waited=PT2S, why=TIMEOUT]",
            "NotAcquired[name=a, mode=EXCLUSIVE, waited=PT1S, why=CANCELLED]",
            "NotAcquired[name=a, mode=EXCLUSIVE, waited=PT0S, why=INTERRUPTED]",
            "NotAcquired[name=a, mode=EXCLUSIVE, waited=PT0S, why=CLOSED]"),
        lines());
  }

  @Test
  void aStoreThatFailsIsToldAsTheReason() {
    bench.store.wire = WiredStore.Wire.REFUSED;
    assertThrows(StoreException.class, () -> client.mutex("a").tryAcquire());
    bench.store.wire = WiredStore.Wire.WELL;
    assertEquals(List.of("NotAcquired[name=a, mode=EXCLUSIVE, waited=PT0S, why=STORE]"), lines());
  }

  @Test
  void renewalsAreToldTogetherWithTheTimeThatWasLeft() {
    bench.keep(client.mutex("a", NINE).tryAcquire().orElseThrow());
    bench.keep(client.mutex("b", NINE).tryAcquire().orElseThrow());
    heard.clear();
    bench.advance(4_000);
    HoldfastListener.Renewed renewed = (HoldfastListener.Renewed) taken().get(0);
    assertEquals(2, renewed.holds());
    assertEquals(Duration.ZERO, renewed.took());
    assertTrue(renewed.leastLeft().compareTo(Duration.ofSeconds(4)) > 0, renewed.toString());
    assertTrue(renewed.leastLeft().compareTo(Duration.ofSeconds(7)) < 0, renewed.toString());
  }

  @Test
  void whatIsNotTheCallersThreadsIsToldByTheCallbackExecutor() {
    bench.callbacks = callbacks::add;
    Lease lease = client.mutex("a", NINE).tryAcquire().orElseThrow();
    Lease kept = client.mutex("b", NINE).tryAcquire().orElseThrow();
    lease.close();
    assertEquals(3, taken().size(), "acquired and released are told before the call returns");
    assertTrue(threads.stream().allMatch(thread -> thread == Thread.currentThread()));
    assertTrue(client.mutex("b").tryAcquire().isEmpty());
    bench.advance(4_000);
    assertTrue(other.breakHold("b"));
    assertEquals(List.of(), taken());
    runCallbacks();
    List<Object> later = taken();
    assertEquals(3, later.size(), later.toString());
    assertTrue(later.contains(Loss.Kind.BROKEN));
    kept.release();
    assertEquals(List.of(), taken(), "what was lost is not released");
  }

  @Test
  void aFutureIsCompletedWhenTheListenerHasHeardOfItsLease() {
    bench.callbacks = callbacks::add;
    CompletableFuture<Lease> future = client.mutex("a", NINE).acquireAsync();
    assertEquals(List.of(), taken());
    runCallbacks();
    assertSame(HoldfastListener.Acquired.class, taken().get(0).getClass());
    CompletableFuture<Void> end = future.join().releaseAsync();
    assertEquals(1, taken().size());
    runCallbacks();
    assertTrue(end.isDone());
  }

  @Test
  void callsOfTheStoreAreToldWithTheirOutcome() {
    List<String> calls = new ArrayList<>();
    Holdfast timed =
        bench.client(
            "timed",
            builder ->
                builder.listener(
                    new HoldfastListener() {
                      @Override
                      public void storeCalled(StoreCall event) {
                        calls.add(event.verb() + " " + event.outcome());
                      }
                    }));
    timed.mutex("a", NINE).tryAcquire().orElseThrow().close();
    boolean unused = timed.inspect("a").isHeld();
    bench.store.wire = WiredStore.Wire.CUT;
    assertThrows(StoreException.class, () -> timed.names(1));
    bench.store.wire = WiredStore.Wire.REFUSED;
    assertThrows(StoreException.class, () -> timed.breakHold("a"));
    bench.store.wire = WiredStore.Wire.WELL;
    assertEquals(
        List.of(
            "ACQUIRE ANSWERED",
            "RELEASE ANSWERED",
            "INSPECT ANSWERED",
            "INSPECT ANSWERED", // of the requests to release it
            "NAMES FAILED",
            "BREAK REFUSED"),
        calls);
  }

  @Test
  void aListenerThatThrowsChangesNothing() {
    Holdfast unlucky =
        bench.client(
            "unlucky",
            builder ->
                builder.listener(
                    new Hears() {
                      @Override
                      public void acquired(Acquired event) {
                        throw new IllegalStateException("as the test wants");
                      }

                      @Override
                      public void released(Released event) {
                        throw new LinkageError("as the test wants");
                      }

                      @Override
                      public void renewed(Renewed event) {
                        throw new IllegalStateException("as the test wants");
                      }
                    }));
    Lease lease = unlucky.mutex("a", NINE).tryAcquire().orElseThrow();
    bench.advance(20_000);
    assertTrue(lease.isHeld());
    assertTrue(unlucky.mutex("a").tryAcquire().isEmpty());
    assertEquals(1, taken().size(), "what comes after what it threw at is told");
    lease.close();
    assertFalse(unlucky.inspect("a").isHeld());
  }

  @Test
  void aListenerThatBlocksDelaysNoRenewalAndWhatIsTooMuchIsDroppedButNoLoss() throws Exception {
    bench.callbacks = pool;
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    CompletableFuture<Loss.Kind> lost = new CompletableFuture<>();
    CountDownLatch refusals = new CountDownLatch(10_001);
    Holdfast slow =
        bench.client(
            "slow",
            builder ->
                builder.listener(
                    new HoldfastListener() {
                      @Override
                      public void notAcquired(NotAcquired event) {
                        refusals.countDown();
                        entered.countDown();
                        try {
                          end.await();
                        } catch (InterruptedException over) {
                          Thread.currentThread().interrupt();
                        }
                      }

                      @Override
                      public void lost(String name, long token, Loss loss) {
                        lost.complete(loss.kind());
                      }
                    }));
    try {
      Lease lease = slow.mutex("a", NINE).tryAcquire().orElseThrow();
      assertTrue(slow.mutex("a").tryAcquire().isEmpty());
      assertTrue(entered.await(20, SECONDS));
      bench.advance(30_000);
      assertTrue(lease.isHeld(), "it was renewed");
      for (int i = 0; i < 10_007; i++) {
        assertTrue(slow.mutex("a").tryAcquire().isEmpty());
      }
      assertEquals(7, slow.statistics().droppedEvents());
      assertTrue(other.breakHold("a"));
      assertEquals(Loss.Kind.BROKEN, lost.get(20, SECONDS));
    } finally {
      end.countDown();
    }
    assertTrue(refusals.await(20, SECONDS), "what was not dropped is told");
    assertEquals(7, slow.statistics().droppedEvents());
  }
}
