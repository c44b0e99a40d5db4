package dev.holdfast.zookeeper;

import java.util.concurrent.CompletionException;

/** Lets a stage fail with the error of the one before it. */
final class Rethrow {
  private Rethrow() {}

  static CompletionException of(Throwable thrown) {
    return thrown instanceof CompletionException wrapped
        ? wrapped
        : new CompletionException(thrown);
  }
}
