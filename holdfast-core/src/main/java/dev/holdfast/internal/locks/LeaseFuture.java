package dev.holdfast.internal.locks;

import dev.holdfast.internal.engine.Waiter.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The future of an asynchronous acquire. Completing it in any other way than by the engine takes
 * the request back.
 */
public final class LeaseFuture<T> extends CompletableFuture<T> {
  private final Function<Outcome, T> result;
  // Set before any code but the engine's can see this future.
  private Runnable cancellation = () -> {};

  /**
   * @param result turns an outcome into the future's value, or throws what it fails with
   */
  public LeaseFuture(Function<Outcome, T> result) {
    this.result = result;
  }

  void whenAbandoned(Runnable takeBack) {
    this.cancellation = takeBack;
  }

  /** Completes with an outcome; a lease that comes too late is given back. */
  public void settle(Outcome outcome) {
    boolean taken;
    try {
      taken = super.complete(result.apply(outcome));
    } catch (RuntimeException failure) {
      taken = super.completeExceptionally(failure);
    }
    if (!taken) {
      outcome.giveBack();
    }
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    return abandoned(super.cancel(mayInterruptIfRunning));
  }

  @Override
  public boolean complete(T value) {
    return abandoned(super.complete(value));
  }

  @Override
  public boolean completeExceptionally(@Nullable Throwable error) {
    return abandoned(super.completeExceptionally(error));
  }

  private boolean abandoned(boolean byUs) {
    if (byUs) {
      cancellation.run();
    }
    return byUs;
  }

  /** Derived stages are plain futures: cancelling them does not leave the queue. */
  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new CompletableFuture<>();
  }
}
