package dev.holdfast.redis.jedis;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.holdfast.redis.PushSink;
import dev.holdfast.redis.RedisServerForTests;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;

/** A push connection whose other end has fallen silent without closing it. */
class JedisSilenceTest {
  private static final long BEAT_MILLIS = 600;

  @Test
  void aSilentConnectionIsReplacedAndALiveOneIsKept() throws Exception {
    AtomicInteger subscriptions = new AtomicInteger();
    PushSink sink =
        new PushSink() {
          @Override
          public void message(byte[] payload) {}

          @Override
          public void subscribed() {
            subscriptions.incrementAndGet();
          }
        };
    try (RedisServerForTests server = RedisServerForTests.start();
        RedisClient client = RedisClient.create(server.url())) {
      JedisPushes pushes = new JedisPushes(client, BEAT_MILLIS);
      pushes.subscribe("c", sink);
      Awaitility.await().until(() -> subscriptions.get() == 1);
      Awaitility.await()
          .pollDelay(4 * BEAT_MILLIS, MILLISECONDS)
          .untilAsserted(() -> assertEquals(1, subscriptions.get(), "nobody was silent"));
      server.pause();
      Awaitility.await().pollDelay(4 * BEAT_MILLIS, MILLISECONDS).until(() -> true);
      server.resume();
      Awaitility.await().until(() -> subscriptions.get() == 2);
      pushes.close();
    }
  }
}
