package dev.holdfast.spring;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The result of a method whose work goes on after it has returned. */
final class LockedStage {
  private LockedStage() {}

  /** Completes as the work did, once the lease is given back; with its loss, if it was lost. */
  static CompletableFuture<@Nullable Object> releasing(CompletionStage<?> work, SharedLease held) {
    return closing(work, held, held::loss);
  }

  /**
   * The same for a method that goes on with the lease of one around it, which may have released it
   * earlier.
   */
  static CompletableFuture<@Nullable Object> joined(CompletionStage<?> work, SharedLease held) {
    boolean shared = held.share();
    if (!shared) {
      throw new IllegalStateException(
          "the method that holds '"
              + held.lease().name()
              + "' has ended, and given its lease back, before the method that joined it returned"
              + " its stage: that goes on without the lock, and its result is discarded");
    }
    return closing(work, held, held::end);
  }

  private static CompletableFuture<@Nullable Object> closing(
      CompletionStage<?> work, SharedLease held, Supplier<@Nullable RuntimeException> ended) {
    CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
    try {
      CompletionStage<?> unused =
          work.whenComplete(
              (value, error) ->
                  AsyncRelease.of(held, ended, end -> complete(result, value, error, end)));
    } catch (Throwable refused) {
      held.close(refused);
      throw refused;
    }
    return result;
  }

  private static void complete(
      CompletableFuture<@Nullable Object> result,
      @Nullable Object value,
      @Nullable Throwable error,
      @Nullable RuntimeException loss) {
    if (error != null) {
      if (loss != null) {
        error.addSuppressed(loss);
      }
      result.completeExceptionally(error);
    } else if (loss != null) {
      result.completeExceptionally(loss);
    } else {
      result.complete(value);
    }
  }
}
