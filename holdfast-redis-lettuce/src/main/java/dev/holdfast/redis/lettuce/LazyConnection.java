package dev.holdfast.redis.lettuce;

import dev.holdfast.spi.Futures;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.RedisCommand;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A connection that is made when it is needed, in the background, and not restored when it is lost:
 * the next call makes another one, perhaps to another server. What was under way then fails at
 * once, and is not sent again. For servers among others, which may have had their day.
 *
 * <p>The lock guards which connection it is; it is not held while connecting.
 */
final class LazyConnection implements LettuceConnection {
  private final RedisClient client;
  private final RedisURI uri;
  private final Runnable remade;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable CompletableFuture<StatefulRedisConnection<byte[], byte[]>> present;
  private final AtomicBoolean before = new AtomicBoolean();
  private boolean closed;

  /**
   * A connection to be.
   *
   * @param client one that does not restore connections
   * @param remade told when there is another connection, on a thread that must not block
   */
  LazyConnection(RedisClient client, RedisURI uri, Runnable remade) {
    this.client = client;
    this.uri = uri;
    this.remade = remade;
  }

  @Override
  public void begin() {}

  @Override
  public CompletionStage<?> connected() {
    return connection();
  }

  @Override
  public void send(Collection<RedisCommand<byte[], byte[], ?>> commands) {
    List<RedisCommand<byte[], byte[], ?>> all = List.copyOf(commands);
    CompletableFuture<?> unused =
        connection()
            .whenComplete(
                (to, refused) -> {
                  if (refused == null) {
                    send(to, all);
                  } else {
                    all.forEach(command -> command.completeExceptionally(refused));
                  }
                });
  }

  private static void send(
      StatefulRedisConnection<byte[], byte[]> to, List<RedisCommand<byte[], byte[], ?>> all) {
    try {
      ReconnectingConnection.dispatch(to, all);
    } catch (RuntimeException refused) {
      all.forEach(command -> command.completeExceptionally(refused));
    }
  }

  private CompletableFuture<StatefulRedisConnection<byte[], byte[]>> connection() {
    lock.lock();
    try {
      if (closed) {
        return CompletableFuture.failedFuture(new IOException("the connection is closed"));
      }
      if (present == null || isOver(present)) {
        present = connect();
      }
      return present;
    } finally {
      lock.unlock();
    }
  }

  private static boolean isOver(
      CompletableFuture<StatefulRedisConnection<byte[], byte[]>> connection) {
    return connection.isCompletedExceptionally()
        || (connection.isDone() && !Futures.result(connection).isOpen());
  }

  private CompletableFuture<StatefulRedisConnection<byte[], byte[]>> connect() {
    CompletableFuture<StatefulRedisConnection<byte[], byte[]>> begun;
    try {
      begun = client.connectAsync(ByteArrayCodec.INSTANCE, uri).toCompletableFuture();
    } catch (RuntimeException refused) {
      return CompletableFuture.failedFuture(refused);
    }
    return begun.whenComplete(
        (connection, refused) -> {
          if (refused == null && before.getAndSet(true)) {
            remade.run();
          }
        });
  }

  @Override
  public int losses() {
    return 0;
  }

  @Override
  public void doubt() {
    lock.lock();
    try {
      end();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the end of the connection, so that the client need not end it once more. */
  @Override
  public void close() {
    CompletableFuture<StatefulRedisConnection<byte[], byte[]>> last;
    lock.lock();
    try {
      closed = true;
      last = present;
      present = null;
    } finally {
      lock.unlock();
    }
    if (last != null && last.isDone() && !last.isCompletedExceptionally()) {
      Connections.close(Futures.result(last));
    } else if (last != null) {
      CompletableFuture<?> unused = last.thenCompose(StatefulRedisConnection::closeAsync);
    }
  }

  /** Called under the lock. What is being made is closed when it is there. */
  private void end() {
    CompletableFuture<StatefulRedisConnection<byte[], byte[]>> ending = present;
    present = null;
    if (ending != null) {
      CompletableFuture<?> unused = ending.thenCompose(StatefulRedisConnection::closeAsync);
    }
  }
}
