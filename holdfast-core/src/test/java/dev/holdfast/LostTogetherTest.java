package dev.holdfast;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Thousands of leases that are lost at once, with callbacks that block. */
class LostTogetherTest {
  private static final Logger LOG = Logger.getLogger("dev.holdfast");
  private static final int LEASES = 2_000;

  private final MemoryStore store = MemoryStore.create();
  private final CountDownLatch go = new CountDownLatch(1);
  private final List<Integer> told = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger blocked = new AtomicInteger();
  private final AtomicInteger atATime = new AtomicInteger();

  /** Else each loss is a line of log. */
  @BeforeEach
  void logNothing() {
    LOG.setLevel(Level.OFF);
  }

  @AfterEach
  void logAgain() {
    LOG.setLevel(null);
  }

  /** Loses the leases of a client; what is to hold while all callbacks block. */
  private void lose(Holdfast client, Runnable meanwhile) throws Exception {
    List<Lease> leases = new ArrayList<>();
    for (int i = 0; i < LEASES; i++) {
      int number = i;
      Lease lease = client.mutex("n" + i).tryAcquire().orElseThrow();
      lease.onLost(loss -> block(number));
      leases.add(lease);
    }
    try (Holdfast operator = Holdfast.over(store)) {
      for (int i = 0; i < LEASES; i++) {
        assertTrue(operator.breakHold("n" + i));
      }
    }
    assertTrue(leases.stream().noneMatch(Lease::isHeld), "each lease says at once that it is lost");
    meanwhile.run();
    assertTrue(client.mutex("another").tryAcquire().isPresent(), "the client goes on");
    go.countDown();
    Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> told.size() >= LEASES);
    assertEquals(
        new TreeSet<>(IntStream.range(0, LEASES).boxed().toList()),
        new TreeSet<>(told),
        "each once");
    assertEquals(LEASES, told.size());
  }

  private void block(int number) {
    atATime.accumulateAndGet(blocked.incrementAndGet(), Math::max);
    try {
      assertTrue(go.await(60, SECONDS));
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
    blocked.decrementAndGet();
    told.add(number);
  }

  private static long threads(String prefix) {
    Set<Thread> all = Thread.getAllStackTraces().keySet();
    return all.stream().filter(thread -> thread.getName().startsWith(prefix)).count();
  }

  @Test
  void callbacksThatBlockTakeABoundedNumberOfThreads() throws Exception {
    try (Holdfast client = Holdfast.builder(store).name("losing").build()) {
      lose(
          client,
          () -> {
            Awaitility.await().until(() -> blocked.get() >= 256);
            // More are there for some seconds: those whose short task, the listener's, has ended.
            assertTrue(threads("holdfast-losing-callback") <= 2 * 256);
          });
    }
    assertEquals(256, atATime.get(), "at a time");
    // Those of the first callbacks came first, as far as 256 threads at a time keep the order.
    assertTrue(told.subList(0, 1_000).stream().allMatch(number -> number < 1_500), "oldest first");
  }

  @Test
  void soDoThoseThatTheUsersExecutorRefuses() throws Exception {
    try (Holdfast client =
        Holdfast.builder(store)
            .callbackExecutor(
                task -> {
                  throw new RejectedExecutionException("full");
                })
            .build()) {
      lose(
          client,
          () -> {
            Awaitility.await().until(() -> blocked.get() >= 64);
            assertTrue(threads("holdfast-refused-callback") <= 2 * 64);
          });
    }
    assertEquals(64, atATime.get(), "at a time");
  }
}
