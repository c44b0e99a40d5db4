package dev.holdfast.test;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** What has come of a request by now: where the test moves the clock, nothing is waited for. */
final class Now {
  private Now() {}

  static <T> T got(CompletableFuture<T> asked) {
    assertTrue(asked.isDone(), "there is no answer yet");
    return asked.join();
  }

  static Throwable failureOf(CompletableFuture<?> asked) {
    assertTrue(asked.isDone(), "there is no answer yet");
    return assertThrows(CompletionException.class, asked::join).getCause();
  }
}
