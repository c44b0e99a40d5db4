package dev.holdfast.redis.lettuce;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.holdfast.redis.internal.port.PushSink;
import dev.holdfast.spi.Backoff;
import dev.holdfast.spi.DaemonThreads;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions of a store's sessions, on one connection for all of them, opened in the
 * background for the first channel and closed with the last. Once it stands, Lettuce restores it
 * and its subscriptions by itself, or another one is made at another server; and every channel is
 * then told that it may have missed something.
 *
 * <ol>
 *   <li>The first subscription starts a thread that connects, with pauses that grow to two seconds
 *       while the server refuses. It ends when the connection stands or no channel is wanted.
 *   <li>All channels are subscribed to. Each channel that the server confirms is told so; its
 *       session then asks what it may have missed. A message goes to the sink of its channel.
 *   <li>Every ten seconds a PING is sent. If the last one has no answer, and earlier ones had, a
 *       new connection takes the place of this one.
 *   <li>A connection that is lost is restored by Lettuce. One that is not restored, as to a server
 *       among others, is replaced. Until then waiting clients learn of a grant by asking.
 *   <li>The last unsubscription closes the connection.
 * </ol>
 *
 * <p>The lock guards which connection it is; it is not held while one is made or ends, nor while a
 * sink is told.
 */
final class LettucePushes extends RedisPubSubAdapter<byte[], byte[]> {
  private static final System.Logger LOG = System.getLogger(LettucePushes.class.getName());
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
  private static final Backoff PAUSES = new Backoff(Duration.ofMillis(20), LONGEST_PAUSE);

  /** A dead connection is noticed within two of these. */
  private static final long BEAT_MILLIS = 10_000;

  private final Supplier<StatefulRedisPubSubConnection<byte[], byte[]>> connector;
  private final boolean lasts;
  private final long beatMillis;
  private final Consumer<Runnable> starter;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<String, PushSink> sinks = new ConcurrentHashMap<>();
  private boolean connecting;
  private boolean pongs;
  private @Nullable StatefulRedisPubSubConnection<byte[], byte[]> connection;
  private CompletableFuture<?> ending = CompletableFuture.completedFuture(null);

  LettucePushes(RedisClient client) {
    this(client, BEAT_MILLIS);
  }

  LettucePushes(RedisClient client, long beatMillis) {
    this(() -> client.connectPubSub(ByteArrayCodec.INSTANCE), true, beatMillis);
  }

  /**
   * Over connections that are not restored, so that each may be to another server.
   *
   * @param connector makes one, on a thread that may block
   */
  LettucePushes(Supplier<StatefulRedisPubSubConnection<byte[], byte[]>> connector) {
    this(connector, false, BEAT_MILLIS);
  }

  private LettucePushes(
      Supplier<StatefulRedisPubSubConnection<byte[], byte[]>> connector,
      boolean lasts,
      long beatMillis) {
    this(connector, lasts, beatMillis, LettucePushes::onThread);
  }

  /**
   * Over connections to be.
   *
   * @param starter runs what connects, or asks whether anybody is there, on a thread of its own
   */
  LettucePushes(
      Supplier<StatefulRedisPubSubConnection<byte[], byte[]>> connector,
      boolean lasts,
      long beatMillis,
      Consumer<Runnable> starter) {
    this.connector = connector;
    this.lasts = lasts;
    this.beatMillis = beatMillis;
    this.starter = starter;
  }

  /** Makes another connection in the place of the present one. */
  void renew() {
    lock.lock();
    try {
      if (connection != null) {
        end();
        if (!sinks.isEmpty()) {
          begin();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** The same on a thread of its own. */
  void reconnect() {
    onThread(this::renew);
  }

  private void lost(RedisChannelHandler<?, ?> one) {
    lock.lock();
    try {
      if (connection == one) {
        renew();
      }
    } finally {
      lock.unlock();
    }
  }

  void subscribe(String channel, PushSink sink) {
    lock.lock();
    try {
      sinks.put(channel, sink);
      if (connection != null) {
        ask(connection, channel);
      } else if (!connecting) {
        begin();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Called under the lock. */
  private void begin() {
    try {
      starter.accept(this::connect); // which waits for the lock
      connecting = true;
    } catch (OutOfMemoryError noThread) {
      LOG.log(System.Logger.Level.DEBUG, "there is no thread that could connect now", noThread);
      CompletableFuture.delayedExecutor(LONGEST_PAUSE.toNanos(), NANOSECONDS, Runnable::run)
          .execute(this::beginLate);
    }
  }

  private void beginLate() {
    lock.lock();
    try {
      if (connection == null && !connecting && !sinks.isEmpty()) {
        begin();
      }
    } finally {
      lock.unlock();
    }
  }

  private static void onThread(Runnable task) {
    DaemonThreads.start("holdfast-lettuce-pushes", task);
  }

  void unsubscribe(String channel) {
    lock.lock();
    try {
      sinks.remove(channel);
      if (sinks.isEmpty()) {
        end();
      } else if (connection != null) {
        connection.async().unsubscribe(bytes(channel)).exceptionally(LettucePushes::ignore);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits until every connection has ended: a client that is shut down would end it again. */
  void close() {
    CompletableFuture<?> all;
    lock.lock();
    try {
      sinks.clear();
      end();
      all = ending;
    } finally {
      lock.unlock();
    }
    Connections.await(all);
  }

  /** Called under the lock; the connection goes on ending without it. */
  private void end() {
    changed.signalAll();
    if (connection != null) {
      ending = CompletableFuture.allOf(ending, connection.closeAsync());
      connection = null;
    }
  }

  /** Runs on a thread of its own, until the connection stands or no channel is wanted. */
  private void connect() {
    int failures = 0;
    while (isWanted()) {
      try {
        stand(connector.get());
      } catch (RuntimeException | Error refused) {
        LOG.log(
            System.Logger.Level.DEBUG,
            "the connection for pushes was refused and is tried again; until then waiting clients"
                + " ask by themselves",
            refused);
        pause(PAUSES.nanos(failures++));
      }
    }
  }

  private boolean isWanted() {
    lock.lock();
    try {
      connecting = connection == null && !sinks.isEmpty();
      return connecting;
    } finally {
      lock.unlock();
    }
  }

  private void stand(StatefulRedisPubSubConnection<byte[], byte[]> made) {
    made.addListener(this);
    if (!lasts) {
      made.addListener(
          new RedisConnectionStateListener() {
            @Override
            public void onRedisDisconnected(RedisChannelHandler<?, ?> one) {
              lost(one);
            }
          });
    }
    lock.lock();
    try {
      connection = made;
      pongs = false;
      beatLater(made, null);
      for (String channel : sinks.keySet()) {
        ask(made, channel);
      }
      if (sinks.isEmpty()) {
        end();
      } else if (!lasts && !made.isOpen()) {
        renew(); // it was lost before anybody heard
      }
    } finally {
      lock.unlock();
    }
  }

  private void beatLater(
      StatefulRedisPubSubConnection<byte[], byte[]> on, @Nullable CompletableFuture<?> pong) {
    CompletableFuture.delayedExecutor(
            beatMillis,
            MILLISECONDS,
            beat -> {
              try {
                starter.accept(beat);
              } catch (OutOfMemoryError noThread) {
                beatLater(on, pong);
              }
            })
        .execute(() -> beat(on, pong));
  }

  /**
   * Asks whether anybody is there, and makes a new connection if the last PING was not answered
   * while earlier ones were: one that was cut somewhere on its way never says so by itself.
   */
  private void beat(
      StatefulRedisPubSubConnection<byte[], byte[]> on, @Nullable CompletableFuture<?> pong) {
    lock.lock();
    try {
      if (connection != on) {
        return;
      }
      if (pong != null && pong.isDone() && !pong.isCompletedExceptionally()) {
        pongs = true;
      } else if (pong != null && !pong.isDone() && pongs && on.isOpen()) {
        LOG.log(System.Logger.Level.DEBUG, "the connection for pushes is silent: a new one");
        end();
        begin();
        return;
      }
      beatLater(on, ping(on));
    } catch (RuntimeException | Error thrown) {
      LOG.log(System.Logger.Level.DEBUG, "it is asked again later", thrown);
      beatLater(on, null);
    } finally {
      lock.unlock();
    }
  }

  private static @Nullable CompletableFuture<?> ping(
      StatefulRedisPubSubConnection<byte[], byte[]> on) {
    try {
      return on.async().ping().toCompletableFuture();
    } catch (RuntimeException unable) {
      LOG.log(System.Logger.Level.DEBUG, "no PING", unable);
      return null;
    }
  }

  private void pause(long nanos) {
    lock.lock();
    try {
      long left = nanos;
      while (!sinks.isEmpty() && left > 0) {
        left = changed.awaitNanos(left);
      }
    } catch (InterruptedException stray) {
      LOG.log(System.Logger.Level.DEBUG, "interrupted: the next attempt comes sooner", stray);
    } finally {
      lock.unlock();
    }
  }

  private static void ask(StatefulRedisPubSubConnection<byte[], byte[]> on, String channel) {
    on.async().subscribe(bytes(channel)).exceptionally(LettucePushes::ignore);
  }

  private static @Nullable Void ignore(Throwable lost) {
    LOG.log(System.Logger.Level.DEBUG, "the subscription is repeated with the connection", lost);
    return null;
  }

  @Override
  public void subscribed(byte[] channel, long count) {
    PushSink sink = sinks.get(text(channel));
    if (sink != null) {
      sink.subscribed();
    }
  }

  @Override
  public void message(byte[] channel, byte[] message) {
    PushSink sink = sinks.get(text(channel));
    if (sink != null) {
      sink.message(message);
    }
  }

  private static byte[] bytes(String channel) {
    return channel.getBytes(ISO_8859_1);
  }

  private static String text(byte[] channel) {
    return new String(channel, ISO_8859_1);
  }
}
