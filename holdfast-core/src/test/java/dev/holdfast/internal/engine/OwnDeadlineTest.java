package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.HoldfastListener;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.internal.Client;
import dev.holdfast.internal.ClientSettings;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.EngineHost;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A thread that waits for some time at most ends its wait itself: here no alarm ever rings. */
@Timeout(30)
final class OwnDeadlineTest {
  private static final Duration MOMENT = Duration.ofMillis(30);

  private final StillHost host = new StillHost();
  private final MemoryStore store = MemoryStore.create();
  private final Client client = client("ours");
  private final Client other = client("other");

  @Test
  void aTimedAcquireEndsInTime() throws Exception {
    Lease held = other.mutex("b", LockOptions.defaults()).acquire();
    DistributedLock one = client.mutex("b", LockOptions.defaults());
    assertTrue(one.tryAcquire(MOMENT).isEmpty());
    LockTimeoutException late =
        assertThrows(LockTimeoutException.class, () -> one.acquire(MOMENT).close());
    assertTrue(late.getMessage().contains("'b'"), late::getMessage);
    DistributedLock all = client.all(List.of("a", "b"));
    assertTrue(all.tryAcquire(MOMENT).isEmpty());
    held.release();
    assertTrue(one.tryAcquire().isPresent(), "nobody of ours waits any more");
    assertTrue(other.mutex("a", LockOptions.defaults()).tryAcquire().isPresent());
  }

  @Test
  void aTimedWaitLooksLikeOne() throws Exception {
    Lease held = other.mutex("a", LockOptions.defaults()).acquire();
    DistributedLock lock = client.mutex("a", LockOptions.defaults());
    CompletableFuture<Lease> got = new CompletableFuture<>();
    Thread waiting =
        new Thread(
            () -> {
              try {
                got.complete(lock.acquire(Duration.ofMinutes(10)));
              } catch (InterruptedException | RuntimeException wrong) {
                got.completeExceptionally(wrong);
              }
            });
    waiting.start();
    while (waiting.getState() != Thread.State.TIMED_WAITING) {
      assertTrue(waiting.getState() != Thread.State.WAITING, "it waits without end");
      Thread.onSpinWait();
    }
    held.release();
    assertTrue(got.get(10, TimeUnit.SECONDS).isHeld());
    waiting.join();
    assertEquals(Thread.State.TERMINATED, waiting.getState());
  }

  private Client client(String name) {
    ClientSettings settings =
        new ClientSettings(
            name,
            "",
            LockOptions.defaults(),
            null,
            new HoldfastListener() {},
            realTime(),
            false,
            Duration.ZERO);
    return Client.open(store, false, settings);
  }

  /** The host that never rings its alarm, with time that passes. */
  private EngineHost realTime() {
    LongSupplier nanos = System::nanoTime;
    return (EngineHost)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {EngineHost.class},
            (proxy, method, arguments) ->
                method.getName().equals("nanos")
                    ? nanos.getAsLong()
                    : method.invoke(host, arguments));
  }
}
