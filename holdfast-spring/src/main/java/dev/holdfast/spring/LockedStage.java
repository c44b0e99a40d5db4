package dev.holdfast.spring;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The result of a method whose work goes on after it has returned. */
final class LockedStage {
  /** How long a caller waits at most for the store to confirm a release. */
  private static final long RELEASE_SECONDS = 2;

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
    held.share(); // the one around has not ended yet
    return closing(work, held, held::end);
  }

  private static CompletableFuture<@Nullable Object> closing(
      CompletionStage<?> work, SharedLease held, Supplier<@Nullable RuntimeException> ended) {
    CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
    try {
      CompletionStage<?> unused =
          work.whenComplete(
              (value, error) -> {
                RuntimeException end = ended.get();
                afterRelease(
                    held.closeAsync(),
                    () -> complete(result, value, error, end == null ? held.loss() : end));
              });
    } catch (Throwable refused) {
      held.close(refused);
      throw refused;
    }
    return result;
  }

  /** Then, or when the store has not confirmed the release in time: it is repeated meanwhile. */
  private static void afterRelease(CompletableFuture<?> release, Runnable then) {
    CompletableFuture<?> unused =
        release
            .copy()
            .orTimeout(RELEASE_SECONDS, TimeUnit.SECONDS)
            .whenComplete(
                (nothing, late) -> {
                  if (late == null) {
                    then.run();
                  } else {
                    // What follows may take its time, which the one thread of all timeouts has not.
                    Thread own = new Thread(then, "holdfast-unconfirmed-release");
                    own.setDaemon(true);
                    own.start();
                  }
                });
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
