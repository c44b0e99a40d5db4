package dev.holdfast.redis;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.redis.internal.port.PushSink;
import dev.holdfast.servers.RedisServer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Pushes begin and go on however often a thread could not be made, or its work fails by an Error.
 */
public abstract class PushThreadTests {
  private static final long BEAT_MILLIS = 100;

  private final CountDownLatch subscribed = new CountDownLatch(1);
  private final PushSink sink =
      new PushSink() {
        @Override
        public void subscribed() {
          subscribed.countDown();
        }

        @Override
        public void message(byte[] message) {}
      };
  private RedisServer server;

  /** The pushes of a store of this library. */
  public record Pushes(BiConsumer<String, PushSink> subscribing, Runnable closing)
      implements AutoCloseable {
    @Override
    public void close() {
      closing.run();
    }
  }

  @BeforeEach
  void startServer() {
    server = RedisServer.started();
  }

  @AfterEach
  void stopServer() {
    server.close();
  }

  /**
   * Pushes with something in their way.
   *
   * @param connecting is run before each connection is made
   * @param starting is run before each thread is made
   */
  protected abstract Pushes pushes(
      RedisServer from, long beatMillis, Runnable connecting, Runnable starting);

  /**
   * Pushes over a connection with something in its way.
   *
   * @param asking is run whenever the server is asked whether it is there
   */
  protected abstract Pushes asking(RedisServer from, long beatMillis, Runnable asking);

  private static void failAsTheTestWants() {
    throw new LinkageError("as the test wants");
  }

  private static void failForWantOfAThread() {
    throw new OutOfMemoryError("unable to create native thread");
  }

  private void assertReached(CountDownLatch aim, Pushes pushes) throws InterruptedException {
    try (pushes) {
      pushes.subscribing().accept("channel", sink);
      assertTrue(aim.await(20, SECONDS), () -> aim.getCount() + " times it did not happen");
    }
  }

  @Test
  void itIsTriedAgainUntilItListens() throws Exception {
    AtomicInteger threads = new AtomicInteger();
    AtomicInteger connections = new AtomicInteger();
    Pushes pushes =
        pushes(
            server,
            10_000,
            () -> {
              if (connections.incrementAndGet() <= 2) {
                failAsTheTestWants();
              }
            },
            () -> {
              if (threads.incrementAndGet() == 1) {
                failForWantOfAThread();
              }
            });
    assertReached(subscribed, pushes);
    assertTrue(connections.get() > 2, "it failed before");
  }

  @Test
  void whetherAnybodyIsThereIsAskedAgainWhateverWasThrown() throws Exception {
    CountDownLatch asked = new CountDownLatch(5);
    AtomicInteger failures = new AtomicInteger(2);
    Pushes pushes =
        asking(
            server,
            BEAT_MILLIS,
            () -> {
              asked.countDown();
              if (failures.getAndDecrement() > 0) {
                failAsTheTestWants();
              }
            });
    assertReached(asked, pushes);
  }

  @Test
  void whetherAnybodyIsThereIsAskedAgainAfterNoThreadCouldBeMade() throws Exception {
    CountDownLatch begun = new CountDownLatch(5);
    AtomicInteger threads = new AtomicInteger();
    Pushes pushes =
        pushes(
            server,
            BEAT_MILLIS,
            () -> {},
            () -> {
              begun.countDown();
              if (threads.incrementAndGet() % 2 == 0) { // not the one that listens
                failForWantOfAThread();
              }
            });
    assertReached(begun, pushes);
  }
}
