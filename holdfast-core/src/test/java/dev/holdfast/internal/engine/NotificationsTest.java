package dev.holdfast.internal.engine;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.HoldfastListener;
import dev.holdfast.internal.runtime.Timers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** What users are owed is told, whatever their code and their executor do. */
class NotificationsTest {
  private static Notifications on(java.util.concurrent.Executor executor) {
    return new Notifications(executor, new HoldfastListener() {}, new Timers(new StillHost()));
  }

  @Test
  void aCallbackThatThrowsHarmsNobody() {
    CompletableFuture<String> second = new CompletableFuture<>();
    Notifications notifications = on(Runnable::run);
    notifications.run(
        () -> {
          throw new IllegalStateException("as the test wants");
        });
    notifications.run(() -> second.complete("told"));
    assertEquals("told", second.join());
  }

  @Test
  void anErrorInACallbackIsACallbacksTrouble() {
    CompletableFuture<String> second = new CompletableFuture<>();
    Notifications notifications = on(Runnable::run);
    notifications.run(
        () -> {
          throw new LinkageError("as the test wants");
        });
    notifications.run(() -> second.complete("told"));
    assertEquals("told", second.join());
  }

  @Test
  void anExecutorThatThrowsAnythingSwallowsNothing() throws Exception {
    for (Error thrown : List.of(new LinkageError("x"), new OutOfMemoryError("x"))) {
      Notifications notifications =
          on(
              task -> {
                throw thrown;
              });
      CompletableFuture<Thread> told = new CompletableFuture<>();
      notifications.run(() -> told.complete(Thread.currentThread()));
      assertNotSame(Thread.currentThread(), told.get(20, SECONDS));
    }
  }

  @Test
  void anExecutorThatRefusesSwallowsNothing() throws Exception {
    Notifications notifications =
        on(
            task -> {
              throw new RejectedExecutionException("full");
            });
    CompletableFuture<Thread> told = new CompletableFuture<>();
    notifications.run(() -> told.complete(Thread.currentThread()));
    Thread thread = told.get(20, SECONDS);
    assertNotSame(Thread.currentThread(), thread);
    assertTrue(thread.isDaemon(), "it must not keep the program alive");
  }
}
