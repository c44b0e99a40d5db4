package dev.holdfast.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Waits for futures that only park. */
final class FuturesTest {
  private static final Duration LONG = Duration.ofSeconds(Long.MAX_VALUE);
  private static final Duration SHORT = Duration.ofMillis(1);

  private final CompletableFuture<String> future = new CompletableFuture<>();

  @AfterEach
  void leaveNoInterrupt() {
    boolean unused = Thread.interrupted();
  }

  @Test
  void whatIsDoneIsThereAtOnceWhateverTheTimeAndTheInterrupt() throws Exception {
    future.complete("x");
    Thread.currentThread().interrupt();
    assertEquals("x", Futures.get(future, Duration.ofSeconds(Long.MIN_VALUE)));
    assertEquals("x", Futures.getUninterruptibly(future, Duration.ZERO));
    assertEquals("x", Futures.result(future));
    assertTrue(Thread.interrupted(), "nobody waited, so nobody has noticed");
  }

  @Test
  void whatComesWhileItIsWaitedForIsTaken() throws Exception {
    for (boolean interruptible : new boolean[] {true, false}) {
      CompletableFuture<String> coming = new CompletableFuture<>();
      Thread waiting = Thread.currentThread();
      Thread answering =
          new Thread(
              () -> {
                awaitParked(waiting);
                coming.complete("x");
              });
      answering.start();
      assertEquals(
          "x",
          interruptible ? Futures.get(coming, LONG) : Futures.getUninterruptibly(coming, LONG));
      answering.join();
    }
  }

  @Test
  void whatFailsFailsWithItsCause() {
    IllegalStateException cause = new IllegalStateException("x");
    CompletableFuture<String> failed =
        CompletableFuture.<String>failedFuture(cause).thenApply(same -> same);
    assertSame(
        cause, assertThrows(ExecutionException.class, () -> Futures.get(failed, SHORT)).getCause());
    assertSame(
        cause,
        assertThrows(ExecutionException.class, () -> Futures.getUninterruptibly(failed, SHORT))
            .getCause());
    assertSame(
        cause, assertThrows(CompletionException.class, () -> Futures.result(failed)).getCause());
  }

  @Test
  void whatDoesNotComeInTimeIsATimeout() {
    String said =
        assertThrows(TimeoutException.class, () -> Futures.get(future, SHORT)).getMessage();
    assertEquals("no answer within 1 ms", said);
    assertThrows(TimeoutException.class, () -> Futures.getUninterruptibly(future, SHORT));
    assertThrows(TimeoutException.class, () -> Futures.get(future, Duration.ZERO));
    assertThrows(IllegalStateException.class, () -> Futures.result(future));
    assertTrue(future.complete("x"), "and it may come later");
  }

  @Test
  void anInterruptEndsOneKindOfWaitAndIsKeptByTheOther() {
    Thread.currentThread().interrupt();
    assertThrows(TimeoutException.class, () -> Futures.getUninterruptibly(future, SHORT));
    assertTrue(Thread.currentThread().isInterrupted());
    assertThrows(InterruptedException.class, () -> Futures.get(future, LONG));
    assertFalse(Thread.currentThread().isInterrupted());
  }

  /** A task above the wait could wait for what the thread below it holds. */
  @Test
  void noTaskOfAPoolRunsInsideAWaitOnAThreadOfThePool() throws Exception {
    Set<Thread> ran = ConcurrentHashMap.newKeySet();
    CompletableFuture<Boolean> helped =
        CompletableFuture.supplyAsync(
            () -> {
              for (int i = 0; i < 20; i++) {
                CompletableFuture<Void> unused =
                    CompletableFuture.runAsync(
                        () -> ran.add(Thread.currentThread()), ForkJoinPool.commonPool());
              }
              assertThrows(TimeoutException.class, () -> Futures.getUninterruptibly(future, SHORT));
              return ran.contains(Thread.currentThread());
            },
            ForkJoinPool.commonPool());
    assertFalse(helped.get(10, TimeUnit.SECONDS));
  }

  @Test
  void whatAStageFailedWithIsUnwrapped() {
    IllegalStateException cause = new IllegalStateException("itself");
    assertSame(cause, Futures.unwrapped(cause));
    assertSame(cause, Futures.unwrapped(new CompletionException(new ExecutionException(cause))));
    CompletionException bare = new CompletionException("without a cause", null);
    assertSame(bare, Futures.unwrapped(bare));
  }

  private static void awaitParked(Thread thread) {
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
  }
}
