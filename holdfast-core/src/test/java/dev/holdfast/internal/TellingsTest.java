package dev.holdfast.internal;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.HoldfastListener;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** What users are owed is told, whatever their code and their executor do. */
class TellingsTest {
  private static Tellings on(java.util.concurrent.Executor executor) {
    return new Tellings(executor, new HoldfastListener() {}, new Timers(new StillHost()));
  }

  @Test
  void aCallbackThatThrowsHarmsNobody() {
    CompletableFuture<String> second = new CompletableFuture<>();
    Tellings tellings = on(Runnable::run);
    tellings.run(
        () -> {
          throw new IllegalStateException("as the test wants");
        });
    tellings.run(() -> second.complete("told"));
    assertEquals("told", second.join());
  }

  @Test
  void anErrorInACallbackIsACallbacksTrouble() {
    CompletableFuture<String> second = new CompletableFuture<>();
    Tellings tellings = on(Runnable::run);
    tellings.run(
        () -> {
          throw new LinkageError("as the test wants");
        });
    tellings.run(() -> second.complete("told"));
    assertEquals("told", second.join());
  }

  @Test
  void anExecutorThatThrowsAnythingSwallowsNothing() throws Exception {
    for (Error thrown : List.of(new LinkageError("x"), new OutOfMemoryError("x"))) {
      Tellings tellings =
          on(
              task -> {
                throw thrown;
              });
      CompletableFuture<Thread> told = new CompletableFuture<>();
      tellings.run(() -> told.complete(Thread.currentThread()));
      assertNotSame(Thread.currentThread(), told.get(20, SECONDS));
    }
  }

  @Test
  void anExecutorThatRefusesSwallowsNothing() throws Exception {
    Tellings tellings =
        on(
            task -> {
              throw new RejectedExecutionException("full");
            });
    CompletableFuture<Thread> told = new CompletableFuture<>();
    tellings.run(() -> told.complete(Thread.currentThread()));
    Thread thread = told.get(20, SECONDS);
    assertNotSame(Thread.currentThread(), thread);
    assertTrue(thread.isDaemon(), "it must not keep the program alive");
  }
}
