package dev.holdfast.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.internal.engine.Steered;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** A steered thread decides itself how it waits; the machine never makes it wait. */
final class SimulatedThreadTest {
  private final CompletableFuture<String> future = new CompletableFuture<>();

  @Test
  void isAskedToPark() throws Exception {
    Steered thread = new Steered(() -> Parking.park(this, 1));
    thread.toTheEnd();
    assertEquals(List.of("park"), thread.heard);
  }

  @Test
  void isAskedToGoOn() {
    Steered thread = new Steered(() -> {});
    Parking.unpark(thread);
    assertEquals(List.of("unpark"), thread.heard);
  }

  @Test
  void isAskedToAwaitAFuture() throws Exception {
    future.complete("answer");
    Steered thread = new Steered(() -> assertEquals("answer", Parking.get(future, 7)));
    thread.toTheEnd();
    assertEquals(List.of("await 7"), thread.heard);
  }

  @Test
  void aWaitThatEndsWithoutAnAnswerIsATimeout() throws Exception {
    Steered thread =
        new Steered(() -> assertThrows(TimeoutException.class, () -> Parking.get(future, 7)));
    thread.toTheEnd();
    assertEquals(List.of("await 7"), thread.heard);
  }

  /** Found by the simulation, seed 2084933: each interrupt began the whole wait anew. */
  @Test
  void interruptsNeitherEndTheWaitNorMakeItLongerAndAreRestored() throws Exception {
    Steered thread =
        new Steered(
                () -> {
                  Parking.await(future, 7);
                  assertTrue(Thread.currentThread().isInterrupted());
                })
            .interrupted(3);
    thread.toTheEnd();
    assertEquals(List.of("await 7", "await 4", "await 1", "await -2"), thread.heard);
  }
}
