package dev.holdfast.lab.sim;

import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Answers that are there already. */
final class Stages {
  private Stages() {}

  /** The answer; what it failed with is thrown as it is. */
  static <T> T join(CompletionStage<T> stage) {
    if (!stage.toCompletableFuture().isDone()) {
      throw new IllegalStateException("the server's own store should answer at once");
    }
    try {
      return stage.toCompletableFuture().join();
    } catch (CompletionException failed) {
      throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
    }
  }
}
