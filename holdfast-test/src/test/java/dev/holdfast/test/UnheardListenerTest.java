package dev.holdfast.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastListener;
import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import dev.holdfast.RequestListener;
import dev.holdfast.memory.MemoryStore;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A client without a listener, or with one for losses alone, pays nothing for the others. */
class UnheardListenerTest {
  private static final int ROUNDS = 100_000;

  /** Half of the smallest object for each round: what the machine may allocate beside the loop. */
  private static final long SLACK = 8L * ROUNDS;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final AtomicLong heard = new AtomicLong();
  private final AtomicLong heardOfRequests = new AtomicLong();

  /** How many bytes this thread allocates for so many acquires and releases of a lingering lock. */
  private static long bytes(List<HoldfastListener> listeners) {
    LockOptions lingering = LockOptions.defaults().linger(Duration.ofSeconds(60));
    try (MemoryStore store = MemoryStore.create();
        Holdfast client = client(store, listeners)) {
      DistributedLock lock = client.mutex("a", lingering);
      rounds(lock, ROUNDS / 10);
      long before = THREADS.getCurrentThreadAllocatedBytes();
      rounds(lock, ROUNDS);
      return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
  }

  private static Holdfast client(MemoryStore store, List<HoldfastListener> listeners) {
    Holdfast.Builder builder = Holdfast.builder(store);
    listeners.forEach(builder::listener);
    return builder.build();
  }

  private static void rounds(DistributedLock lock, int rounds) {
    for (int i = 0; i < rounds; i++) {
      lock.tryAcquire().orElseThrow().close();
    }
  }

  @Test
  void aListenerThatIsNotThereAllocatesNothing() {
    HoldfastListener losses =
        new HoldfastListener() {
          @Override
          public void lost(String name, long token, Loss loss) {
            heard.incrementAndGet();
          }
        };
    HoldfastListener requests =
        new HoldfastListener() {
          @Override
          public @Nullable RequestListener requested(RequestListener.Requested event) {
            heardOfRequests.incrementAndGet();
            return new RequestListener() {};
          }
        };
    HoldfastListener leases =
        new HoldfastListener() {
          @Override
          public void acquired(Acquired event) {
            heard.incrementAndGet();
          }
        };
    long with = Long.MAX_VALUE;
    long without = Long.MAX_VALUE;
    long forLosses = Long.MAX_VALUE;
    long forRequests = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) { // the least of three, as the compiler comes at any time
      with = Math.min(with, bytes(List.of(leases)));
      without = Math.min(without, bytes(List.of()));
      forLosses = Math.min(forLosses, bytes(List.of(losses)));
      forRequests = Math.min(forRequests, bytes(List.of(requests)));
    }
    assertEquals(3 * (ROUNDS + ROUNDS / 10), heard.get());
    // An event, and the two times of a wait and a hold, are some 80 bytes at least.
    assertTrue(with - without > 80L * ROUNDS, with + " with a listener, " + without + " without");
    assertTrue(
        Math.abs(forLosses - without) < SLACK,
        forLosses + " with a listener for losses, " + without + " without");
    // The first of each client asks the store, and one may have to wait for tokens now and then.
    assertTrue(heardOfRequests.get() >= 3, heardOfRequests + " requests");
    assertTrue(heardOfRequests.get() < ROUNDS / 100, heardOfRequests + " requests");
    assertTrue(
        Math.abs(forRequests - without) < SLACK,
        forRequests + " with a listener for requests, " + without + " without");
  }
}
