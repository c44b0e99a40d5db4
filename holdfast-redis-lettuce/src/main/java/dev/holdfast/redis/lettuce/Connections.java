package dev.holdfast.redis.lettuce;

import dev.holdfast.spi.DaemonThreads;
import dev.holdfast.spi.Futures;
import io.lettuce.core.RedisCommandInterruptedException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.AsyncCloseable;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Makes and ends connections while the calling thread is parked. Lettuce's own blocking calls wait
 * by {@link CompletableFuture#get}, which runs other tasks of the program on a thread of a pool;
 * see {@link Futures}.
 */
final class Connections {
  /** Lettuce's own timeouts are shorter. */
  private static final Duration LONGEST = Duration.ofMinutes(1);

  private Connections() {}

  /**
   * Makes a connection.
   *
   * @param blocking makes it by a blocking call, on a thread of its own
   * @param ownClient whether the client ends with this store. Then the thread is interrupted when
   *     its caller leaves, for Lettuce may wait without end for a client that is shut down, and
   *     what comes late is closed with the client. Otherwise the thread goes on until Lettuce's
   *     timeouts, and what comes late is closed
   */
  static <T extends AsyncCloseable> T make(Supplier<T> blocking, boolean ownClient) {
    CompletableFuture<T> made = new CompletableFuture<>();
    Thread thread =
        DaemonThreads.started(
            "holdfast-lettuce-connect",
            () -> {
              try {
                made.complete(blocking.get());
              } catch (RuntimeException | Error refused) {
                made.completeExceptionally(refused);
              }
            });
    try {
      return Futures.get(made, LONGEST);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException refused) {
        throw refused;
      }
      throw new RedisException(failed.getCause());
    } catch (TimeoutException silent) {
      leave(made, thread, ownClient);
      throw new RedisConnectionException("no connection could be made in time", silent);
    } catch (InterruptedException stop) {
      leave(made, thread, ownClient);
      Thread.currentThread().interrupt();
      throw new RedisCommandInterruptedException(stop);
    }
  }

  private static void leave(
      CompletableFuture<? extends AsyncCloseable> late, Thread connecting, boolean ownClient) {
    CompletableFuture<?> unused = late.thenCompose(AsyncCloseable::closeAsync);
    if (ownClient) {
      connecting.interrupt();
    }
  }

  /** Waits until it is closed; what goes wrong in that is of no use to anybody. */
  static void close(AsyncCloseable open) {
    await(open.closeAsync());
  }

  /** Waits for the end of something. */
  static void await(CompletableFuture<?> ending) {
    try {
      Object unused = Futures.getUninterruptibly(ending, LONGEST);
    } catch (ExecutionException | TimeoutException ended) {
      // The connection or the client is not used any more, however it ended.
    }
  }
}
