package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.HoldfastListener;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.internal.Client;
import dev.holdfast.internal.ClientSettings;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A try that meets a request of its own client waits for the store's answer to it, and for that to
 * one more at most: it is refused by what others hold, not by what they ask.
 */
final class JoinedTriesTest {
  private final StillHost host = new StillHost();
  private final MemoryStore store = MemoryStore.create();
  private final Queue<Runnable> answers = new ArrayDeque<>();
  private int acquires;
  private boolean holdsAnswersBack;
  private final Client client = client(slow());
  private final Client other = client(store);
  private final DistributedReadWriteLock ours = client.readWrite("a");
  private final DistributedLock theirs = other.mutex("a", LockOptions.defaults());

  @Test
  void readersThatTryAtOnceAreGrantedByOneRequest() {
    holdsAnswersBack = true;
    List<CompletableFuture<Optional<Lease>>> tries = tries(ours.read(), 10);
    tries.forEach(one -> assertFalse(one.isDone(), "the store has not answered"));
    answer();
    tries.forEach(one -> assertTrue(result(one).isPresent()));
    assertEquals(1, acquires);
  }

  @Test
  void readersThatTryWhileTheLastHoldIsGivenBackAreGranted() throws Exception {
    Lease last = ours.read().acquire();
    holdsAnswersBack = true;
    CompletableFuture<Void> unused = last.releaseAsync();
    List<CompletableFuture<Optional<Lease>>> tries = tries(ours.read(), 10);
    answer();
    tries.forEach(one -> assertFalse(one.isDone(), "it was only given back"));
    answer();
    tries.forEach(one -> assertTrue(result(one).isPresent()));
    assertEquals(2, acquires);
  }

  @Test
  void ofWritersThatTryAtOnceOneIsGranted() {
    holdsAnswersBack = true;
    List<CompletableFuture<Optional<Lease>>> tries = tries(ours.write(), 10);
    answer();
    assertTrue(result(tries.get(0)).isPresent());
    tries.subList(1, 10).forEach(one -> assertTrue(result(one).isEmpty(), "the first has it"));
    assertEquals(1, acquires);
  }

  @Test
  void manyThatAreRefusedCostTheStoreTwoRequests() throws Exception {
    Lease held = theirs.acquire();
    holdsAnswersBack = true;
    List<CompletableFuture<Optional<Lease>>> tries = tries(ours.write(), 10);
    answer();
    assertTrue(result(tries.get(0)).isEmpty());
    assertFalse(tries.get(1).isDone(), "it came when the store had been asked already");
    answer();
    tries.forEach(one -> assertTrue(result(one).isEmpty()));
    assertEquals(2, acquires);
    held.release();
  }

  /** The answer that is under way knows nothing of it. */
  @Test
  void aReleaseBeforeATryIsSeenByIt() throws Exception {
    Lease held = theirs.acquire();
    holdsAnswersBack = true;
    CompletableFuture<Optional<Lease>> early = tries(ours.write(), 1).get(0);
    held.release();
    CompletableFuture<Optional<Lease>> late = tries(ours.write(), 1).get(0);
    answer();
    assertTrue(result(early).isEmpty());
    answer();
    assertTrue(result(late).isPresent());
  }

  @Test
  void aReaderIsNotRefusedByWhatAWriterIsTold() throws Exception {
    Lease reads = other.readWrite("a").read().acquire();
    holdsAnswersBack = true;
    CompletableFuture<Optional<Lease>> writer = tries(ours.write(), 1).get(0);
    List<CompletableFuture<Optional<Lease>>> readers = tries(ours.read(), 3);
    CompletableFuture<Optional<Lease>> lastWriter = tries(ours.write(), 1).get(0);
    answer();
    assertTrue(result(writer).isEmpty());
    answer();
    readers.forEach(one -> assertTrue(result(one).isPresent()));
    assertTrue(result(lastWriter).isEmpty(), "its own client reads");
    assertTrue(reads.isHeld());
  }

  @Test
  void aTryDoesNotWaitForAHolder() throws Exception {
    Lease held = theirs.acquire();
    CompletableFuture<Lease> waiting = ours.write().acquireAsync();
    assertTrue(ours.read().tryAcquire().isEmpty(), "another of its client waits");
    held.release();
    Lease mine = result(waiting);
    assertTrue(ours.read().tryAcquire().isEmpty());
    assertTrue(ours.write().tryAcquire().isEmpty());
    mine.release();
    assertTrue(ours.write().tryAcquire().isPresent());
  }

  /** Threads that try over and over would keep a holder from the lock of the line. */
  @Test
  void aTryForWhatIsHeldPassesByAThreadThatIsAboutToGiveItBack() throws Exception {
    Lease held = ours.write().acquire();
    CountDownLatch within = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Thread releasing = new Thread(held::release);
    host.whenAsked(
        () -> {
          if (Thread.currentThread() == releasing) {
            within.countDown();
            awaitQuietly(goOn);
          }
        });
    releasing.start();
    within.await();
    try {
      assertTimeoutPreemptively(
          Duration.ofSeconds(20),
          () -> {
            assertTrue(ours.write().tryAcquire().isEmpty());
            assertTrue(ours.read().tryAcquire().isEmpty());
          });
    } finally {
      goOn.countDown();
    }
    releasing.join();
    assertTrue(ours.read().tryAcquire().isPresent());
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<CompletableFuture<Optional<Lease>>> tries(DistributedLock lock, int count) {
    return IntStream.range(0, count).mapToObj(i -> lock.tryAcquireAsync(Duration.ZERO)).toList();
  }

  private static <T> T result(CompletableFuture<T> done) {
    assertTrue(done.isDone());
    return done.join();
  }

  /** The next answer of the store arrives. */
  private void answer() {
    answers.remove().run();
  }

  private Client client(LockStore on) {
    return Client.open(
        on,
        false,
        new ClientSettings(
            on == store ? "other" : "ours",
            "",
            LockOptions.defaults(),
            null,
            new HoldfastListener() {},
            host,
            false,
            Duration.ZERO));
  }

  /** The store, with answers that can be held back; what is asked is done at once. */
  private LockStore slow() {
    return (LockStore)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {LockStore.class},
            (proxy, method, arguments) ->
                method.getName().equals("open")
                    ? slow(store.open((ClientIdentity) arguments[0], (StoreListener) arguments[1]))
                    : method.invoke(store, arguments));
  }

  private StoreSession slow(StoreSession session) {
    return (StoreSession)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {StoreSession.class},
            (proxy, method, arguments) -> {
              Object answer = method.invoke(session, arguments);
              boolean acquire = method.getName().equals("acquire");
              acquires += acquire ? 1 : 0;
              return holdsAnswersBack && (acquire || method.getName().equals("release"))
                  ? heldBack((CompletableFuture<?>) answer)
                  : answer;
            });
  }

  private <T> CompletableFuture<T> heldBack(CompletableFuture<T> answer) {
    CompletableFuture<T> later = new CompletableFuture<>();
    answers.add(() -> later.complete(answer.join()));
    return later;
  }
}
