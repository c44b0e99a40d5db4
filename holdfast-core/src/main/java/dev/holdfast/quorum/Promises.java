package dev.holdfast.quorum;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Futures that others complete. */
final class Promises {
  private Promises() {}

  /** Completes one as the other is completed. */
  static <T> void pass(CompletionStage<T> from, CompletableFuture<T> to) {
    CompletionStage<T> unused =
        from.whenComplete(
            (result, error) -> {
              if (error == null) {
                to.complete(result);
              } else {
                to.completeExceptionally(error);
              }
            });
  }
}
