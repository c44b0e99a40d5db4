package dev.holdfast.spring;

import dev.holdfast.spi.DaemonThreads;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The release of a lease for which no thread waits. */
final class AsyncRelease {
  /** How long a caller waits at most for the store to confirm a release. */
  private static final long SECONDS = 2;

  private AsyncRelease() {}

  /**
   * Ends one use of a lease.
   *
   * @param ended how the lease had ended before this; null if it is held
   * @param then is told the same, or of a loss that only the release has noticed. When the store
   *     has not confirmed the release in time it is told earlier: the release is repeated meanwhile
   */
  static void of(
      SharedLease held,
      Supplier<@Nullable RuntimeException> ended,
      Consumer<@Nullable RuntimeException> then) {
    RuntimeException end = ended.get();
    after(held.closeAsync(), () -> then.accept(end == null ? held.loss() : end));
  }

  private static void after(CompletableFuture<?> release, Runnable then) {
    CompletableFuture<?> unused =
        release
            .copy()
            .orTimeout(SECONDS, TimeUnit.SECONDS)
            .whenComplete(
                (nothing, late) -> {
                  if (late == null) {
                    then.run();
                  } else {
                    // What follows may take its time, which the one thread of all timeouts has not.
                    DaemonThreads.start("holdfast-unconfirmed-release", then);
                  }
                });
  }
}
