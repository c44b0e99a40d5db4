package dev.holdfast.redis.spring;

import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.ForwardingSession;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A session is there again, whatever is thrown while it is opened anew. */
class ReconnectingSessionTest {
  private final MemoryStore store = MemoryStore.create();
  private final AtomicInteger openings = new AtomicInteger();
  private volatile Object client = "first";

  private final Driver driver =
      new Driver() {
        @Override
        public Object client() {
          return client;
        }

        @Override
        public LockStore over(Object present) {
          return MemoryStore.create();
        }

        @Override
        public LockStore withKeyPrefix(LockStore over, String prefix) {
          return over;
        }

        @Override
        public String artifact() {
          return "none";
        }
      };

  private static void onThread(Runnable task) {
    Thread thread = new Thread(task, ReconnectingSession.THREAD_NAME);
    thread.setDaemon(true);
    thread.start();
  }

  /** A session that fails once its client is no longer the factory's. */
  private StoreSession open(CurrentStore.Generation on) {
    return new ForwardingSession(
        store.open(
            new ClientIdentity("c/h/1/" + openings.incrementAndGet(), ""), StoreListener.DEAF)) {
      @Override
      public CompletionStage<List<String>> names(int limit) {
        return on.client() == client
            ? super.names(limit)
            : CompletableFuture.failedStage(new IllegalStateException("the client is closed"));
      }
    };
  }

  private void isRestored(int failures, Consumer<Runnable> starter) {
    AtomicInteger left = new AtomicInteger();
    try (ReconnectingSession session =
        new ReconnectingSession(
            new CurrentStore(driver),
            on -> {
              if (left.getAndDecrement() > 0) {
                throw new LinkageError("as the test wants");
              }
              return open(on);
            },
            starter)) {
      left.set(failures);
      client = "second";
      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .pollInterval(Duration.ofMillis(5))
          .until(() -> !session.names(1).toCompletableFuture().isCompletedExceptionally());
    }
  }

  @Test
  void afterWhateverWasThrown() {
    isRestored(3, ReconnectingSessionTest::onThread);
  }

  @Test
  void afterNoThreadCouldBeMade() {
    AtomicInteger threads = new AtomicInteger();
    isRestored(
        0,
        task -> {
          if (threads.incrementAndGet() <= 3) {
            throw new OutOfMemoryError("unable to create native thread");
          }
          onThread(task);
        });
  }
}
