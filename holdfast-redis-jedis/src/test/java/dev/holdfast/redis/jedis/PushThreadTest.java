package dev.holdfast.redis.jedis;

import dev.holdfast.redis.PushThreadTests;
import dev.holdfast.redis.jedis.JedisPushes.Borrowing;
import dev.holdfast.servers.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.junit.jupiter.api.AfterEach;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.RedisClient;

/** The threads of pushes, through Jedis. */
class PushThreadTest extends PushThreadTests {
  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void closeClients() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  @Override
  protected Pushes pushes(
      RedisServer from, long beatMillis, Runnable connecting, Runnable starting) {
    RedisClient client = RedisClient.create(from.url());
    open.add(client);
    JedisPushes pushes =
        new JedisPushes(
            () -> {
              connecting.run();
              return new Borrowing(client, ConnectionSource.of(client));
            },
            beatMillis,
            task -> {
              starting.run();
              return JedisPushes.onThread(task);
            });
    return new Pushes(pushes::subscribe, pushes::close);
  }

  @Override
  protected Pushes asking(RedisServer from, long beatMillis, Runnable asking) {
    UrlPool pool = pool(() -> new Asking(from.port(), asking));
    open.add(pool);
    JedisPushes pushes =
        new JedisPushes(
            () -> new Borrowing(null, new ConnectionSource(() -> pool)),
            beatMillis,
            JedisPushes::onThread);
    return new Pushes(pushes::subscribe, pushes::close);
  }

  /** A connection that asks whether the server is there by subscribing once more. */
  private static final class Asking extends Connection {
    private final Runnable asking;
    private boolean subscribed;

    Asking(int port, Runnable asking) {
      super(new HostAndPort("127.0.0.1", port), DefaultJedisClientConfig.builder().build());
      this.asking = asking;
    }

    @Override
    public void sendCommand(CommandArguments arguments) {
      if (arguments.getCommand() == Command.SUBSCRIBE) {
        if (subscribed) {
          asking.run();
        }
        subscribed = true;
      }
      super.sendCommand(arguments);
    }
  }

  private static UrlPool pool(Supplier<Connection> maker) {
    return new UrlPool(
        new BasePooledObjectFactory<>() {
          @Override
          public Connection create() {
            return maker.get();
          }

          @Override
          public PooledObject<Connection> wrap(Connection connection) {
            return new DefaultPooledObject<>(connection);
          }

          @Override
          public void destroyObject(PooledObject<Connection> pooled) {
            pooled.getObject().close();
          }
        },
        UrlClient.pool());
  }
}
