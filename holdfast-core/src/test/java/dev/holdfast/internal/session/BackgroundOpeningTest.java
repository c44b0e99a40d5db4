package dev.holdfast.internal.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastListener;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.internal.Client;
import dev.holdfast.internal.ClientSettings;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.silent.LateServer;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.ForwardingSession;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** On threads of the machine: what is opened in the background, and what is left of that. */
@Timeout(60)
final class BackgroundOpeningTest {
  @Test
  void aStoreThatIsUpLaterIsWaitedFor() throws Exception {
    AtomicBoolean up = new AtomicBoolean();
    LateServer.isWaitedFor(
        () -> Holdfast.builder(new Opened(() -> mustBe(up))), () -> up.set(true));
  }

  private static void mustBe(AtomicBoolean up) {
    if (!up.get()) {
      throw new StoreException("it is down", null, true);
    }
  }

  @Test
  void noThreadIsLeftOfAClientWhoseStoreWasNeverUp() throws Exception {
    LateServer.leavesNoThread(
        () ->
            Holdfast.builder(
                new Opened(
                    () -> {
                      throw new StoreException("it is down", null, true);
                    })));
  }

  @Test
  void aTryThatHangsIsADaemonAndIsInterruptedAtTheEnd() throws Exception {
    AtomicReference<Thread> opener = new AtomicReference<>();
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    LockStore store =
        new Opened(
            () -> {
              opener.set(Thread.currentThread());
              hangs.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException over) {
                interrupted.countDown();
                throw new StoreException("interrupted", over, true);
              }
            });
    Holdfast client = Holdfast.builder(store).openLazily().build();
    assertTrue(hangs.await(50, TimeUnit.SECONDS));
    assertTrue(opener.get().isDaemon());
    client.close();
    assertEquals(0, interrupted.getCount(), "close() waits for the end of the try");
    assertThrows(IllegalStateException.class, () -> client.mutex("n").tryAcquire());
  }

  @Test
  void aTryThatHangsIsInterruptedAndFollowedByAnother() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    CountDownLatch interrupted = new CountDownLatch(1);
    LockStore store =
        new Opened(
            () -> {
              if (tries.incrementAndGet() == 1) {
                try {
                  new CountDownLatch(1).await();
                } catch (InterruptedException over) {
                  interrupted.countDown();
                  throw new StoreException("interrupted", over, true);
                }
              }
            });
    try (Holdfast client =
            Holdfast.builder(store).openLazily().connectTimeout(Duration.ofMillis(50)).build();
        Lease lease = client.mutex("n").acquire(Duration.ofSeconds(10))) {
      assertTrue(lease.isHeld());
      assertTrue(interrupted.await(50, TimeUnit.SECONDS));
      assertEquals(2, tries.get());
    }
  }

  @Test
  void aTryThatHearsOfNoInterruptDoesNotKeepCloseForLong() throws Exception {
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch ends = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    LockStore store =
        new Opened(
            () -> {
              hangs.countDown();
              awaitUninterruptibly(ends);
            },
            closed);
    Holdfast client =
        Holdfast.builder(store).openLazily().closeTimeout(Duration.ofMillis(50)).build();
    assertTrue(hangs.await(50, TimeUnit.SECONDS));
    client.close();
    ends.countDown();
    assertTrue(closed.await(50, TimeUnit.SECONDS), "what is opened too late is closed");
  }

  @Test
  void whatIsThrownUnexpectedlyIsToldAndTriedAgain() throws Exception {
    AtomicBoolean up = new AtomicBoolean();
    LockStore store =
        new Opened(
            () -> {
              if (!up.get()) {
                throw new LinkageError("made up");
              }
            });
    try (Holdfast client = Holdfast.builder(store).openLazily().build()) {
      StoreException error =
          assertThrows(
              StoreException.class, () -> client.mutex("n").acquire(Duration.ofMillis(50)));
      assertTrue(error.getMessage().contains("LinkageError: made up"), error.getMessage());
      up.set(true);
      try (Lease lease = client.mutex("n").acquire(Duration.ofSeconds(50))) {
        assertTrue(lease.isHeld());
      }
    }
  }

  @Test
  void aStoreOfItsOwnIsNotClosedWhileATryUsesIt() throws Exception {
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch ends = new CountDownLatch(1);
    Opened store =
        new Opened(
            () -> {
              hangs.countDown();
              awaitUninterruptibly(ends);
            });
    ClientSettings settings =
        new ClientSettings(
            "holdfast",
            "",
            LockOptions.defaults(),
            null,
            new HoldfastListener() {},
            null,
            false,
            Duration.ofMillis(50));
    Holdfast client =
        Client.open(
            new Client.Target(
                new Client.Origin(() -> store, store, true), true, Duration.ofSeconds(10)),
            settings);
    assertTrue(hangs.await(50, TimeUnit.SECONDS));
    client.close();
    assertEquals(1, store.storeClosed.getCount());
    ends.countDown();
    assertTrue(store.storeClosed.await(50, TimeUnit.SECONDS));
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    boolean ended = false;
    while (!ended) {
      try {
        ended = latch.await(50, TimeUnit.SECONDS);
      } catch (InterruptedException notYet) {
        // A driver that reads from a socket does not hear of it, either.
      }
    }
  }

  @Test
  void whatCanNeverWorkFailsAtOnce() {
    for (String url :
        List.of("nonsense", "nosuch:x", "memory:?nosuch=1", "fortests:x?connectTimeout=0s")) {
      assertThrows(
          IllegalArgumentException.class, () -> Holdfast.builder(url).openLazily().build(), url);
    }
  }

  @Test
  void aClientOfAUrlOwnsItsStore() {
    ProvidersForTests.LOG.clear();
    Holdfast client = Holdfast.builder("fortests:refused").openLazily().build();
    client.close();
    assertEquals(List.of("better made", "better closed"), ProvidersForTests.LOG);
  }

  /** A store in memory, with something that happens when a session is opened. */
  private static final class Opened implements LockStore {
    private final LockStore store = MemoryStore.create();
    private final Runnable opening;
    private final CountDownLatch closed;
    final CountDownLatch storeClosed = new CountDownLatch(1);

    Opened(Runnable opening) {
      this(opening, new CountDownLatch(1));
    }

    Opened(Runnable opening, CountDownLatch closed) {
      this.opening = opening;
      this.closed = closed;
    }

    @Override
    public StoreCapabilities capabilities() {
      return store.capabilities();
    }

    @Override
    public StoreSession open(ClientIdentity client, StoreListener listener) {
      opening.run();
      return new ForwardingSession(store.open(client, listener)) {
        @Override
        public void close() {
          super.close();
          closed.countDown();
        }
      };
    }

    @Override
    public void close() {
      storeClosed.countDown();
    }

    @Override
    public String toString() {
      return "a store";
    }
  }
}
