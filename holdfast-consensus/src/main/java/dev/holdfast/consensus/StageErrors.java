package dev.holdfast.consensus;

import java.util.concurrent.CompletionException;

/** Errors of stages, on their way from one to the next. */
public final class StageErrors {
  private StageErrors() {}

  /** Lets a stage fail with the error of the one before it. */
  public static CompletionException of(Throwable thrown) {
    return thrown instanceof CompletionException wrapped
        ? wrapped
        : new CompletionException(thrown);
  }
}
