package dev.holdfast.redis.lettuce;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.redis.PushSink;
import dev.holdfast.redis.RedisServerForTests;
import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.ByteArrayCodec;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Pushes begin however often a thread could not be made, or its work failed by an Error. */
class PushThreadTest {
  @Test
  void itIsTriedAgainUntilItListens() throws Exception {
    try (RedisServerForTests server = RedisServerForTests.start()) {
      RedisClient client = RedisClient.create(server.url());
      AtomicInteger threads = new AtomicInteger();
      AtomicInteger connections = new AtomicInteger();
      LettucePushes pushes =
          new LettucePushes(
              () -> {
                if (connections.incrementAndGet() <= 2) {
                  throw new LinkageError("as the test wants");
                }
                return client.connectPubSub(ByteArrayCodec.INSTANCE);
              },
              true,
              10_000,
              task -> {
                if (threads.incrementAndGet() == 1) {
                  throw new OutOfMemoryError("unable to create native thread");
                }
                DaemonThread.start("holdfast-lettuce-pushes", task);
              });
      CountDownLatch subscribed = new CountDownLatch(1);
      pushes.subscribe(
          "channel",
          new PushSink() {
            @Override
            public void subscribed() {
              subscribed.countDown();
            }

            @Override
            public void message(byte[] message) {}
          });
      try {
        assertTrue(subscribed.await(20, SECONDS));
      } finally {
        pushes.close();
        client.shutdown();
      }
    }
  }
}
