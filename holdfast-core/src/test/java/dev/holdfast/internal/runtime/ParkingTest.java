package dev.holdfast.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Waits that an interrupt does not end. */
class ParkingTest {
  private static final long A_MOMENT = 1_000_000;

  @AfterEach
  void leaveNoInterrupt() {
    boolean unused = Thread.interrupted();
  }

  @Test
  void anInterruptDoesNotEndTheWaitAndIsThereAfterwards() throws Exception {
    Thread.currentThread().interrupt();
    assertEquals("x", Parking.get(CompletableFuture.completedFuture("x"), A_MOMENT));
    assertTrue(Thread.interrupted());
    Thread.currentThread().interrupt();
    assertThrows(
        TimeoutException.class, () -> Parking.get(new CompletableFuture<String>(), A_MOMENT));
    assertTrue(Thread.interrupted());
  }

  @Test
  void anInterruptInTheMiddleDoesNotEndTheWaitEither() throws Exception {
    CompletableFuture<String> asked = new CompletableFuture<>();
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    CompletableFuture<String> heard = new CompletableFuture<>();
    Thread waiting =
        new Thread(
            () -> {
              try {
                heard.complete(Parking.get(asked, Long.MAX_VALUE));
              } catch (ExecutionException | TimeoutException wrong) {
                heard.completeExceptionally(wrong);
              }
              interrupted.complete(Thread.interrupted());
            });
    waiting.start();
    while (waiting.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    waiting.interrupt();
    while (waiting.isInterrupted()) { // until the wait has noticed it and begun anew
      Thread.onSpinWait();
    }
    asked.complete("x");
    waiting.join();
    assertEquals("x", heard.join());
    assertTrue(interrupted.join());
  }

  @Test
  void withoutAnInterruptThereIsNoneAfterwards() throws Exception {
    assertEquals("x", Parking.get(CompletableFuture.completedFuture("x"), A_MOMENT));
    assertFalse(Thread.interrupted());
  }

  @Test
  void whoOnlyWaitsForAWhileGoesOnWhateverHappens() {
    Parking.await(CompletableFuture.failedFuture(new IllegalStateException("x")), A_MOMENT);
    Parking.await(new CompletableFuture<>(), A_MOMENT);
    CompletableFuture<String> answered = new CompletableFuture<>();
    Thread answering = new Thread(() -> answered.complete("x"));
    answering.start();
    Parking.await(answered, Long.MAX_VALUE);
    assertTrue(answered.isDone());
  }
}
