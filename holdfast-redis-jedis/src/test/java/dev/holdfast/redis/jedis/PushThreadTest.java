package dev.holdfast.redis.jedis;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.redis.PushSink;
import dev.holdfast.redis.RedisServerForTests;
import dev.holdfast.redis.jedis.JedisPushes.Borrowing;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.RedisClient;

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

  @Test
  void itIsTriedAgainUntilItListens() throws Exception {
    try (RedisServerForTests server = RedisServerForTests.start();
        RedisClient client = RedisClient.create(server.url())) {
      AtomicInteger threads = new AtomicInteger();
      AtomicInteger connections = new AtomicInteger();
      JedisPushes pushes =
          new JedisPushes(
              () -> {
                if (connections.incrementAndGet() <= 2) {
                  throw new LinkageError("as the test wants");
                }
                return new Borrowing(client, Lender.of(client));
              },
              10_000,
              task -> {
                if (threads.incrementAndGet() == 1) {
                  throw new OutOfMemoryError("unable to create native thread");
                }
                return JedisPushes.onThread(task);
              });
      pushes.subscribe("channel", sink);
      try {
        assertTrue(subscribed.await(20, SECONDS));
      } finally {
        pushes.close();
      }
    }
  }

  /** A connection on which asking whether anybody is there fails at first. */
  private static final class Failing extends Connection {
    private final CountDownLatch asked;
    private final AtomicInteger failures = new AtomicInteger(2);
    private boolean subscribed;

    Failing(int port, CountDownLatch asked) {
      super(new HostAndPort("127.0.0.1", port), DefaultJedisClientConfig.builder().build());
      this.asked = asked;
    }

    @Override
    public void sendCommand(CommandArguments arguments) {
      if (arguments.getCommand() == Command.SUBSCRIBE) {
        if (subscribed) {
          asked.countDown();
          if (failures.getAndDecrement() > 0) {
            throw new LinkageError("as the test wants");
          }
        }
        subscribed = true;
      }
      super.sendCommand(arguments);
    }
  }

  private static OwnPool failing(RedisServerForTests server, CountDownLatch asked) {
    return new OwnPool(
        new BasePooledObjectFactory<>() {
          @Override
          public Connection create() {
            return new Failing(server.port(), asked);
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
        OwnClient.pool());
  }

  @Test
  void whetherAnybodyIsThereIsAskedAgainWhateverWasThrown() throws Exception {
    CountDownLatch asked = new CountDownLatch(5);
    try (RedisServerForTests server = RedisServerForTests.start();
        OwnPool pool = failing(server, asked)) {
      JedisPushes pushes =
          new JedisPushes(
              () -> new Borrowing(null, new Lender(() -> pool)),
              BEAT_MILLIS,
              JedisPushes::onThread);
      pushes.subscribe("channel", sink);
      try {
        assertTrue(asked.await(20, SECONDS), asked.getCount() + " times it was not asked");
      } finally {
        pushes.close();
      }
    }
  }

  @Test
  void whetherAnybodyIsThereIsAskedAgainAfterNoThreadCouldBeMade() throws Exception {
    CountDownLatch begun = new CountDownLatch(5);
    try (RedisServerForTests server = RedisServerForTests.start();
        RedisClient client = RedisClient.create(server.url())) {
      AtomicInteger threads = new AtomicInteger();
      JedisPushes pushes =
          new JedisPushes(
              () -> new Borrowing(client, Lender.of(client)),
              BEAT_MILLIS,
              task -> {
                begun.countDown();
                if (threads.incrementAndGet() % 2 == 0) { // not the one that listens
                  throw new OutOfMemoryError("unable to create native thread");
                }
                return JedisPushes.onThread(task);
              });
      pushes.subscribe("channel", sink);
      try {
        assertTrue(begun.await(20, SECONDS), begun.getCount() + " threads were not begun");
      } finally {
        pushes.close();
      }
    }
  }
}
