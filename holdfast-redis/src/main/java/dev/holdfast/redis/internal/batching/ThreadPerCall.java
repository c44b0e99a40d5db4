package dev.holdfast.redis.internal.batching;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Calls that block, each on a thread of its own, so that it waits behind no other: renewals above
 * all. Thread-safe.
 */
final class ThreadPerCall implements AutoCloseable {
  private static final int IDLE_SECONDS = 10;

  private final ThreadPoolExecutor threads;
  private final Supplier<? extends Throwable> closed;

  /**
   * On threads that are there while they are used.
   *
   * @param closed what is said of calls once this is closed
   */
  ThreadPerCall(ThreadFactory factory, Supplier<? extends Throwable> closed) {
    this.threads =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE, // as many as there are renewals at a time: one, or few
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            factory);
    this.closed = closed;
  }

  <T> CompletionStage<T> call(Supplier<CompletionStage<T>> call) {
    try {
      return CompletableFuture.supplyAsync(call, threads).thenCompose(answer -> answer);
    } catch (RejectedExecutionException over) {
      return CompletableFuture.failedStage(closed.get());
    } catch (RuntimeException | Error noThread) {
      return CompletableFuture.failedStage(noThread);
    }
  }

  /** Ends the threads, after what they are doing. */
  @Override
  public void close() {
    threads.shutdown();
  }
}
