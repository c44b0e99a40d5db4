package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.holdfast.DistributedLock;
import dev.holdfast.HoldfastListener;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.internal.Client;
import dev.holdfast.internal.ClientSettings;
import dev.holdfast.spi.EngineHost;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A thread that gives up does not wait for the store for longer than it said (rule W2). */
final class BoundedWaitsTest {
  private static final LockOptions LINGERS = LockOptions.defaults().linger(Duration.ofMillis(500));
  private static final LockOptions BORROWS_NOTHING =
      LockOptions.defaults().holdAtLeast(Duration.ofMillis(5));

  private final StillHost host = new StillHost();
  private final Queue<Runnable> io = new ArrayDeque<>();
  private Runnable tick = () -> {};

  /** The grant is given back in the background. */
  @Test
  void aGrantThatMeetsAnInterruptDoesNotKeepTheThread() throws Exception {
    ReleaseWatch store = new ReleaseWatch(false);
    Lease held = lock(client("first", store), LockOptions.defaults()).acquire();
    DistributedLock wanted = lock(client("second", store), LockOptions.defaults());
    Steered thread =
        new Steered(() -> assertThrows(InterruptedException.class, wanted::acquire))
            .whenParked(
                () -> {
                  held.release();
                  store.silence();
                  Thread.currentThread().interrupt();
                });
    thread.toTheEnd();
    long leaving = TimeUnit.MILLISECONDS.toNanos(100);
    assertEquals(List.of("park", "unpark", "await " + leaving), thread.heard);
    assertEquals(2, store.releases());
  }

  /** A hold that lingers and cannot be lent is given back first, but not on the asking thread. */
  @Test
  void aTimedAcquireDoesNotItselfGiveBackWhatLingers() throws Exception {
    ReleaseWatch store = new ReleaseWatch(true);
    Client client = client("only", store);
    lock(client, LINGERS).acquire().release();
    DistributedLock wanted = lock(client, BORROWS_NOTHING);
    Duration wait = Duration.ofMillis(20);
    Steered thread =
        new Steered(() -> assertEquals(Optional.empty(), wanted.tryAcquire(wait)))
            .whenParked(
                () -> {
                  assertEquals(0, store.releases(), "a release blocked the asking thread");
                  assertEquals(1, io.size());
                  host.advance(wait.toNanos());
                  tick.run();
                });
    thread.toTheEnd();
    assertEquals("park", thread.heard.get(0));
  }

  private static DistributedLock lock(Client client, LockOptions options) {
    return client.mutex("a", options);
  }

  private Client client(String name, ReleaseWatch store) {
    return Client.open(
        store,
        false,
        new ClientSettings(
            name,
            "",
            LockOptions.defaults(),
            null,
            new HoldfastListener() {},
            patientHost(),
            false,
            Duration.ZERO));
  }

  /** The host that stands still, but its I/O waits and its alarm can be rung. */
  private EngineHost patientHost() {
    Executor later = io::add;
    return (EngineHost)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {EngineHost.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "io" -> later;
                  case "onAlarm" -> {
                    tick = (Runnable) arguments[0];
                    yield null;
                  }
                  default -> method.invoke(host, arguments);
                });
  }
}
