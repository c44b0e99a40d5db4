package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.PushThreadTests;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.DaemonThreads;
import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;

/** The threads of pushes, through Lettuce. */
class PushThreadTest extends PushThreadTests {
  private final List<RedisClient> clients = new ArrayList<>();

  @AfterEach
  void closeClients() {
    clients.forEach(RedisClient::shutdown);
  }

  private RedisClient client(RedisServer server) {
    RedisClient client = RedisClient.create(server.url());
    clients.add(client);
    return client;
  }

  private static void onThread(Runnable task) {
    DaemonThreads.start("holdfast-lettuce-pushes", task);
  }

  @Override
  protected Pushes pushes(
      RedisServer from, long beatMillis, Runnable connecting, Runnable starting) {
    RedisClient client = client(from);
    LettucePushes pushes =
        new LettucePushes(
            () -> {
              connecting.run();
              return client.connectPubSub(ByteArrayCodec.INSTANCE);
            },
            true,
            beatMillis,
            task -> {
              starting.run();
              onThread(task);
            });
    return new Pushes(pushes::subscribe, pushes::close);
  }

  @Override
  protected Pushes asking(RedisServer from, long beatMillis, Runnable asking) {
    RedisClient client = client(from);
    LettucePushes pushes =
        new LettucePushes(
            () -> asking(client.connectPubSub(ByteArrayCodec.INSTANCE), asking),
            true,
            beatMillis,
            PushThreadTest::onThread);
    return new Pushes(pushes::subscribe, pushes::close);
  }

  /** A connection of which the first command subscribes, and the others ask. */
  @SuppressWarnings("unchecked")
  private static StatefulRedisPubSubConnection<byte[], byte[]> asking(
      StatefulRedisPubSubConnection<byte[], byte[]> connection, Runnable asking) {
    AtomicBoolean subscribed = new AtomicBoolean();
    return (StatefulRedisPubSubConnection<byte[], byte[]>)
        Proxy.newProxyInstance(
            PushThreadTest.class.getClassLoader(),
            new Class<?>[] {StatefulRedisPubSubConnection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("async") && subscribed.getAndSet(true)) {
                asking.run();
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }
}
