package dev.holdfast.redis.lettuce;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.RedisCommand;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One connection, to where the client's URI says. Lettuce restores it by itself; what could not be
 * sent waits for that.
 */
final class ReconnectingConnection implements LettuceConnection {
  private final Clients clients;
  private final ReentrantLock connecting = new ReentrantLock();
  private final AtomicInteger losses = new AtomicInteger();
  private volatile @Nullable StatefulRedisConnection<byte[], byte[]> connection;

  ReconnectingConnection(Clients clients) {
    this.clients = clients;
  }

  @Override
  public void begin() {
    connecting.lock();
    try {
      if (connection == null) {
        StatefulRedisConnection<byte[], byte[]> made =
            Connections.make(
                () -> ConnectFailure.told(() -> clients.client().connect(ByteArrayCodec.INSTANCE)),
                clients.isOwn());
        made.addListener(
            new RedisConnectionStateListener() {
              @Override
              public void onRedisDisconnected(RedisChannelHandler<?, ?> lost) {
                losses.incrementAndGet();
              }
            });
        connection = made;
      }
    } finally {
      connecting.unlock();
    }
  }

  /** There is one from the beginning, or Lettuce is about to restore it. */
  @Override
  public CompletionStage<?> connected() {
    return CompletableFuture.completedStage(null);
  }

  @Override
  public void send(Collection<RedisCommand<byte[], byte[], ?>> commands) {
    StatefulRedisConnection<byte[], byte[]> open = connection;
    if (open == null) {
      throw new IllegalStateException("the connection is closed");
    }
    dispatch(open, commands);
  }

  static void dispatch(
      StatefulRedisConnection<byte[], byte[]> to,
      Collection<RedisCommand<byte[], byte[], ?>> commands) {
    if (commands.size() == 1) {
      Object unused = to.dispatch(commands.iterator().next());
    } else {
      Object unused = to.dispatch(commands);
    }
  }

  @Override
  public int losses() {
    return losses.get();
  }

  /** Lettuce makes another one when it is lost, and not before. */
  @Override
  public void doubt() {}

  @Override
  public void close() {
    connecting.lock();
    try {
      StatefulRedisConnection<byte[], byte[]> open = connection;
      connection = null;
      if (open != null) {
        Connections.close(open);
      }
    } finally {
      connecting.unlock();
    }
  }
}
