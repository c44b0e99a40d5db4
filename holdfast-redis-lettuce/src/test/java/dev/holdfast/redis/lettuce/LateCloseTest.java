package dev.holdfast.redis.lettuce;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.redis.internal.port.PushSink;
import dev.holdfast.servers.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A connection for pushes whose end takes long keeps no caller waiting. */
class LateCloseTest {
  private static final class Sink implements PushSink {
    final CountDownLatch subscribed = new CountDownLatch(1);

    @Override
    public void subscribed() {
      subscribed.countDown();
    }

    @Override
    public void message(byte[] message) {}

    void awaitSubscribed() throws InterruptedException {
      assertTrue(subscribed.await(10, TimeUnit.SECONDS));
    }
  }

  @Test
  void channelsComeAndGoWhileAnOldConnectionEnds() throws Exception {
    CompletableFuture<Void> closing = new CompletableFuture<>();
    try (RedisServer server = RedisServer.started();
        RedisClient client = RedisClient.create(server.url())) {
      LettucePushes pushes =
          new LettucePushes(
              () -> closingLate(client.connectPubSub(ByteArrayCodec.INSTANCE), closing));
      Sink first = new Sink();
      pushes.subscribe("first", first);
      first.awaitSubscribed();
      Sink second = new Sink();
      assertTimeoutPreemptively(
          Duration.ofSeconds(10),
          () -> {
            pushes.unsubscribe("first");
            pushes.subscribe("second", second);
          });
      second.awaitSubscribed();
      assertTimeoutPreemptively(Duration.ofSeconds(10), pushes::renew);
      closing.complete(null);
      pushes.close();
    }
  }

  /** The same connection, of which the end is told late. */
  @SuppressWarnings("unchecked")
  private static StatefulRedisPubSubConnection<byte[], byte[]> closingLate(
      StatefulRedisPubSubConnection<byte[], byte[]> connection, CompletableFuture<Void> closing) {
    return (StatefulRedisPubSubConnection<byte[], byte[]>)
        Proxy.newProxyInstance(
            LateCloseTest.class.getClassLoader(),
            new Class<?>[] {StatefulRedisPubSubConnection.class},
            (proxy, method, arguments) -> {
              try {
                Object answer = method.invoke(connection, arguments);
                return method.getName().equals("closeAsync") ? closing : answer;
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }
}
