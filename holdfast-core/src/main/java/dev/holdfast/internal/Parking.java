package dev.holdfast.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits that an interrupt does not end; the flag is restored after them. */
final class Parking {
  private Parking() {}

  static <T> T get(CompletableFuture<T> future, long nanos)
      throws ExecutionException, TimeoutException {
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        try {
          return future.get(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException again) {
          interrupted = true; // the wait is bounded and begins anew, at most once per interrupt
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Waits until the future is done or the time is over. */
  static void await(CompletableFuture<?> future, long nanos) {
    try {
      Object unused = get(future, nanos);
    } catch (ExecutionException | TimeoutException goesOn) {
      // Whoever calls this only wanted to wait for a while; the background goes on.
    }
  }
}
