package dev.holdfast.spring;

import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The result of a method whose work goes on after it has returned. */
final class LockedStage {
  private LockedStage() {}

  /** Completes as the work did, once its lease is given back; with its loss, if it was lost. */
  static CompletableFuture<@Nullable Object> releasing(CompletionStage<?> work, Lease lease) {
    CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
    CompletionStage<?> unused =
        work.whenComplete(
            (value, error) -> {
              CompletableFuture<?> unusedRelease =
                  lease
                      .releaseAsync()
                      .whenComplete(
                          (nothing, never) ->
                              complete(result, value, error, Section.lossOf(lease)));
            });
    return result;
  }

  /** Completes as the work did, unless the lease of the section around it ended earlier. */
  static CompletableFuture<@Nullable Object> joined(CompletionStage<?> work, Section section) {
    CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
    CompletionStage<?> unused =
        work.whenComplete((value, error) -> complete(result, value, error, endOf(section)));
    return result;
  }

  private static @Nullable RuntimeException endOf(Section section) {
    if (section.lease().isHeld()) {
      return null;
    }
    LeaseLostException lost = Section.lossOf(section.lease());
    return lost != null
        ? lost
        : new IllegalStateException(
            "the lease of '"
                + section.lease().name()
                + "' was released by the enclosing locked method before the work of an inner one"
                + " was done: let the enclosing one return a stage that completes after it");
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
