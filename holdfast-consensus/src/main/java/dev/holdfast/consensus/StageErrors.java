package dev.holdfast.consensus;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Errors of stages, on their way from one to the next. */
public final class StageErrors {
  private StageErrors() {}

  /** Lets a stage fail with the error of the one before it. */
  public static CompletionException of(Throwable thrown) {
    return thrown instanceof CompletionException wrapped
        ? wrapped
        : new CompletionException(thrown);
  }

  /** The error itself, without what stages have put around it. */
  public static Throwable unwrapped(Throwable thrown) {
    Throwable error = thrown;
    while ((error instanceof CompletionException || error instanceof ExecutionException)
        && error.getCause() != null) {
      error = error.getCause();
    }
    return error;
  }
}
