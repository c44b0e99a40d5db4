package dev.holdfast.redis.lettuce;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.redis.PushSink;
import dev.holdfast.redis.RedisServerForTests;
import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Pushes begin and go on however often a thread could not be made, or its work fails by an Error.
 */
class PushThreadTest {
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
  private RedisServerForTests server;
  private RedisClient client;

  @BeforeEach
  void start() {
    server = RedisServerForTests.start();
    client = RedisClient.create(server.url());
  }

  @AfterEach
  void stop() {
    client.shutdown();
    server.close();
  }

  private StatefulRedisPubSubConnection<byte[], byte[]> connection() {
    return client.connectPubSub(ByteArrayCodec.INSTANCE);
  }

  private static void onThread(Runnable task) {
    Thread unused = DaemonThread.start("holdfast-lettuce-pushes", task);
  }

  @Test
  void itIsTriedAgainUntilItListens() throws Exception {
    AtomicInteger threads = new AtomicInteger();
    AtomicInteger connections = new AtomicInteger();
    LettucePushes pushes =
        new LettucePushes(
            () -> {
              if (connections.incrementAndGet() <= 2) {
                throw new LinkageError("as the test wants");
              }
              return connection();
            },
            true,
            10_000,
            task -> {
              if (threads.incrementAndGet() == 1) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              onThread(task);
            });
    pushes.subscribe("channel", sink);
    try {
      assertTrue(subscribed.await(20, SECONDS));
    } finally {
      pushes.close();
    }
  }

  /** A connection on which asking whether anybody is there fails at first. */
  @SuppressWarnings("unchecked")
  private StatefulRedisPubSubConnection<byte[], byte[]> failing(CountDownLatch asked) {
    StatefulRedisPubSubConnection<byte[], byte[]> connection = connection();
    AtomicInteger calls = new AtomicInteger();
    return (StatefulRedisPubSubConnection<byte[], byte[]>)
        Proxy.newProxyInstance(
            PushThreadTest.class.getClassLoader(),
            new Class<?>[] {StatefulRedisPubSubConnection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("async") && calls.incrementAndGet() > 1) {
                asked.countDown(); // the first one subscribes
                if (calls.get() <= 3) {
                  throw new LinkageError("as the test wants");
                }
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  @Test
  void whetherAnybodyIsThereIsAskedAgainWhateverWasThrown() throws Exception {
    CountDownLatch asked = new CountDownLatch(5);
    LettucePushes pushes =
        new LettucePushes(() -> failing(asked), true, BEAT_MILLIS, PushThreadTest::onThread);
    pushes.subscribe("channel", sink);
    try {
      assertTrue(asked.await(20, SECONDS), asked.getCount() + " times it was not asked");
    } finally {
      pushes.close();
    }
  }

  @Test
  void whetherAnybodyIsThereIsAskedAgainAfterNoThreadCouldBeMade() throws Exception {
    CountDownLatch begun = new CountDownLatch(5);
    AtomicInteger threads = new AtomicInteger();
    LettucePushes pushes =
        new LettucePushes(
            this::connection,
            true,
            BEAT_MILLIS,
            task -> {
              begun.countDown();
              if (threads.incrementAndGet() % 2 == 0) { // not the one that connects
                throw new OutOfMemoryError("unable to create native thread");
              }
              onThread(task);
            });
    pushes.subscribe("channel", sink);
    try {
      assertTrue(begun.await(20, SECONDS), begun.getCount() + " threads were not begun");
    } finally {
      pushes.close();
    }
  }
}
