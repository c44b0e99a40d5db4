package dev.holdfast.spi;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Waits for futures by parking the thread, and for a bounded time.
 *
 * <p>{@link CompletableFuture#get} and {@link CompletableFuture#join} do more than wait: on a
 * thread of a fork-join pool they run other tasks of that pool meanwhile. If such a task asks for a
 * lock that the waiting thread holds, it waits on top of the very call that would give the lock
 * back, and both wait without end. So nothing in this library may call them on a future that is not
 * done.
 */
public final class Futures {
  private Futures() {}

  /**
   * The result of a stage, as {@link CompletableFuture#get(long, java.util.concurrent.TimeUnit)}
   * gives it.
   *
   * @param timeout how long to wait for it at most; zero or less only looks
   */
  public static <T> T get(CompletionStage<T> stage, Duration timeout)
      throws InterruptedException, ExecutionException, TimeoutException {
    CompletableFuture<T> future = stage.toCompletableFuture();
    Parked parked = new Parked(future);
    try {
      parked.await(end(timeout));
    } finally {
      parked.forget();
    }
    return resultOf(future, timeout);
  }

  /**
   * The same, however often the thread is interrupted, and not longer for that; the interrupt flag
   * is restored afterwards.
   */
  public static <T> T getUninterruptibly(CompletionStage<T> stage, Duration timeout)
      throws ExecutionException, TimeoutException {
    CompletableFuture<T> future = stage.toCompletableFuture();
    long deadline = end(timeout);
    boolean interrupted = Thread.interrupted();
    Parked parked = new Parked(future);
    try {
      while (true) {
        try {
          parked.await(deadline);
          return resultOf(future, timeout);
        } catch (InterruptedException again) {
          interrupted = true;
        }
      }
    } finally {
      parked.forget();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** When this time is over, by a clock that may run over. */
  private static long end(Duration timeout) {
    return System.nanoTime() + TimeUnit.NANOSECONDS.convert(timeout);
  }

  /**
   * The result of a future that is done, as {@link CompletableFuture#join} gives it.
   *
   * @throws IllegalStateException if it is not done
   */
  public static <T> T result(CompletableFuture<T> future) {
    if (!future.isDone()) {
      throw new IllegalStateException("this is not done, and this method does not wait: " + future);
    }
    return future.join();
  }

  /** What a stage has failed with, without the exceptions that stages put around it. */
  public static Throwable unwrapped(Throwable error) {
    Throwable cause = error;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  private static <T> T resultOf(CompletableFuture<T> future, Duration timeout)
      throws InterruptedException, ExecutionException, TimeoutException {
    if (!future.isDone()) {
      throw new TimeoutException("no answer within " + timeout.toMillis() + " ms");
    }
    return future.get();
  }

  /**
   * The thread that waits. A future that is not done in time goes on to refer to this, not to it.
   */
  private static final class Parked implements BiConsumer<@Nullable Object, @Nullable Throwable> {
    private final CompletableFuture<?> future;
    private volatile @Nullable Thread thread = Thread.currentThread();

    Parked(CompletableFuture<?> future) {
      this.future = future;
      if (!future.isDone()) {
        CompletableFuture<?> unused = future.whenComplete(this);
      }
    }

    /** Returns when the future is done, or when it is late. */
    void await(long deadline) throws InterruptedException {
      long left = deadline - System.nanoTime();
      while (!future.isDone() && left > 0) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        LockSupport.parkNanos(this, left);
        left = deadline - System.nanoTime();
      }
    }

    void forget() {
      thread = null;
    }

    @Override
    public void accept(@Nullable Object result, @Nullable Throwable error) {
      LockSupport.unpark(thread); // which does nothing where there is none
    }
  }
}
