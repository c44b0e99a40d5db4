package dev.holdfast.redis;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.holdfast.redis.internal.port.PushSink;
import dev.holdfast.servers.RedisServer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A push connection whose other end has fallen silent without closing it, through one adapter. */
public abstract class SilenceTests {
  /** What a busy machine may take to connect. */
  private static final Duration LONGEST = Duration.ofMinutes(1);

  private static final long BEAT_MILLIS = 600;

  /** Subscribes to a channel on a connection that beats so often; returns what ends it. */
  protected abstract Runnable subscribe(String url, String channel, long beatMillis, PushSink sink);

  /** A program may do that: from JDK 25 on there is one on a machine with two processors. */
  private static CountDownLatch blockedCommonPool() {
    CountDownLatch until = new CountDownLatch(1);
    for (int i = 0; i < ForkJoinPool.getCommonPoolParallelism(); i++) {
      ForkJoinPool.commonPool().execute(() -> assertDoesNotThrow(() -> until.await()));
    }
    return until;
  }

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
    CountDownLatch blocked = blockedCommonPool();
    try (RedisServer server = RedisServer.started()) {
      Runnable end = subscribe(server.url(), "c", BEAT_MILLIS, sink);
      Awaitility.await().atMost(LONGEST).until(() -> subscriptions.get() == 1);
      Awaitility.await()
          .pollDelay(4 * BEAT_MILLIS, MILLISECONDS)
          .untilAsserted(() -> assertEquals(1, subscriptions.get(), "nobody was silent"));
      server.pause();
      Awaitility.await().pollDelay(4 * BEAT_MILLIS, MILLISECONDS).until(() -> true);
      server.resume();
      Awaitility.await().until(() -> subscriptions.get() == 2);
      end.run();
    } finally {
      blocked.countDown();
    }
  }
}
