package dev.holdfast.lab.score;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** Waits for what must come to be true. */
final class Waits {
  /** Many times what anything that is measured may take. */
  private static final long PATIENCE_NANOS = 20_000_000_000L;

  private static final long MOST_NANOS = 60_000_000_000L;

  private Waits() {}

  /** Those that are not done after a while never will be. */
  static void end(List<CompletableFuture<Void>> waits, Times times) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    for (CompletableFuture<Void> wait : waits) {
      while (!wait.isDone() && System.nanoTime() < end) {
        Scene.pause(1);
      }
      if (!wait.isDone() || wait.isCompletedExceptionally()) {
        times.never();
      }
    }
  }

  static void until(BooleanSupplier fact, String words) throws IOException {
    long end = System.nanoTime() + MOST_NANOS;
    while (!fact.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new IOException("it did not come to be that " + words);
      }
      Scene.pause(2);
    }
  }
}
