package dev.holdfast.internal.runtime;

import dev.holdfast.spi.AdaptiveSpin;
import dev.holdfast.spi.Futures;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** How threads of users wait: parked, or for a future, which an interrupt does not end. */
public final class Parking {
  private Parking() {}

  /** Returns when it is there, or after a moment in which another thread here may bring it. */
  public static void lookFor(BooleanSupplier there) {
    if (!(Thread.currentThread() instanceof SimulatedThread)) {
      boolean unused = AdaptiveSpin.ofThisProcess().lookFor(there);
    }
  }

  /**
   * Parks the current thread for so long at most, or with {@link Timers#NEVER} for any time; it may
   * go on for no reason. A steered thread is woken up when its client's alarm rings, too.
   */
  public static void park(Object blocker, long nanos) {
    if (Thread.currentThread() instanceof SimulatedThread steered) {
      steered.park();
    } else if (nanos == Timers.NEVER) {
      LockSupport.park(blocker);
    } else {
      LockSupport.parkNanos(blocker, nanos);
    }
  }

  public static void unpark(Thread thread) {
    if (thread instanceof SimulatedThread steered) {
      steered.unpark();
    } else {
      LockSupport.unpark(thread);
    }
  }

  /**
   * Waits for the future, however often the thread is interrupted, and not longer for that; the
   * interrupt flag is restored afterwards.
   */
  public static <T> T get(CompletableFuture<T> future, long nanos)
      throws ExecutionException, TimeoutException {
    if (Thread.currentThread() instanceof SimulatedThread steered) {
      return steeredGet(steered, future, nanos);
    }
    return Futures.getUninterruptibly(future, Duration.ofNanos(nanos));
  }

  private static <T> T steeredGet(SimulatedThread steered, CompletableFuture<T> future, long nanos)
      throws ExecutionException, TimeoutException {
    long start = steered.nanoTime();
    long left = nanos;
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        try {
          steered.await(future, left);
          return Futures.get(future, Duration.ZERO);
        } catch (InterruptedException again) {
          interrupted = true;
          left = nanos - (steered.nanoTime() - start);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Waits until the future is done, the time is over, or the thread is interrupted. */
  public static void awaitInterruptibly(CompletableFuture<?> future, long nanos)
      throws InterruptedException {
    if (Thread.currentThread() instanceof SimulatedThread steered) {
      steered.await(future, nanos);
      return;
    }
    try {
      Object unused = Futures.get(future, Duration.ofNanos(nanos));
    } catch (ExecutionException | TimeoutException goesOn) {
      // The caller only wanted to wait for a while.
    }
  }

  /** Waits until the future is done or the time is over. */
  public static void await(CompletableFuture<?> future, long nanos) {
    try {
      Object unused = get(future, nanos);
    } catch (ExecutionException | TimeoutException goesOn) {
      // The caller only wanted to wait for a while; the background goes on.
    }
  }
}
