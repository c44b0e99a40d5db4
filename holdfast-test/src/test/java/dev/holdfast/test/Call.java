package dev.holdfast.test;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** A thread inside a blocking call, with what came of it, and of its interrupts. */
final class Call<T> {
  private final CompletableFuture<T> result = new CompletableFuture<>();
  private final CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
  private final Thread thread;

  Call(Callable<T> call) {
    thread =
        new Thread(
            () -> {
              try {
                result.complete(call.call());
              } catch (Throwable failure) {
                result.completeExceptionally(failure);
              }
              interrupted.complete(Thread.currentThread().isInterrupted());
            });
    thread.setDaemon(true);
    thread.start();
  }

  /** One that returns nothing. */
  static Call<Void> of(Runnable call) {
    return new Call<>(
        () -> {
          call.run();
          return null;
        });
  }

  Thread thread() {
    return thread;
  }

  /** Returns when the thread waits for what only another thread can give it. */
  Call<T> parked() {
    return in(Thread.State.WAITING);
  }

  /** Returns when the thread waits for a while. */
  Call<T> parkedForAWhile() {
    return in(Thread.State.TIMED_WAITING);
  }

  /** Returns when the thread waits, for a while or without a bound. */
  Call<T> parkedAtAll() {
    return in(Thread.State.WAITING, Thread.State.TIMED_WAITING);
  }

  private Call<T> in(Thread.State... states) {
    while (!List.of(states).contains(thread.getState())) {
      assertFalse(result.isDone(), "it did not wait");
      Thread.onSpinWait();
    }
    return this;
  }

  boolean isDone() {
    return result.isDone();
  }

  T get() throws Exception {
    return result.get(20, TimeUnit.SECONDS);
  }

  Throwable failure() {
    return assertThrows(ExecutionException.class, this::get).getCause();
  }

  /** Whether the thread's flag was set when the call ended. */
  boolean isInterrupted() throws Exception {
    return interrupted.get(20, TimeUnit.SECONDS);
  }
}
