package dev.holdfast.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.test.WiredStore.Wire;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Who goes on only when the store has confirmed an end, on a store that takes its time. */
class ConfirmedEndTest {
  private final Workbench bench = Workbench.patient();
  private final WiredStore store = bench.store;
  private final Holdfast client = bench.client("mine");

  @Test
  void aReleaseReturnsWhenItIsConfirmed() throws Exception {
    Lease lease = client.mutex("a").tryAcquire().orElseThrow();
    store.wire = Wire.SLOW;
    Call<Void> releasing = Call.of(lease::close).parkedForAWhile();
    assertFalse(lease.isHeld());
    store.deliver();
    assertEquals(null, releasing.get());
  }

  @Test
  void aRenewalThatIsAskedForReturnsWhenItIsAnswered() throws Exception {
    Lease lease = client.mutex("a").tryAcquire().orElseThrow();
    bench.advance(1_000);
    store.wire = Wire.SLOW;
    Call<Void> ensuring = Call.of(() -> lease.ensure(Duration.ofMillis(29_400))).parkedForAWhile();
    store.deliver();
    assertEquals(null, ensuring.get());
    assertEquals(Duration.ofMillis(29_400), lease.remaining());
  }

  @Test
  void aClientIsClosedWhenAllItsEndsAreConfirmed() throws Exception {
    Holdfast patient =
        bench.client("patient", builder -> builder.closeTimeout(Duration.ofMinutes(1)));
    assertTrue(patient.mutex("a").tryAcquire().isPresent());
    store.wire = Wire.CUT;
    Call<Void> closing = Call.of(patient::close).parkedForAWhile();
    assertEquals(0, store.sessionsClosed);
    assertFalse(bench.hostClosed);
    bench.advance(20); // the release is repeated, though the client is closed
    assertEquals(2, store.releases.size());
    store.wire = Wire.WELL;
    bench.advance(40);
    assertEquals(null, closing.get());
    assertEquals(1, store.sessionsClosed);
    assertFalse(client.inspect("a").isHeld());
  }

  /**
   * Waiting is bounded by a tenth of a second, which may have passed before this thread looks: so
   * it looks again and again, until it has seen the other one wait.
   */
  private void assertSeenWaiting(Attempted attempt) throws Exception {
    for (int i = 0; i < 100; i++) {
      Call<?> giving = attempt.begin(i);
      while (!giving.isDone() && !isWaitingForTheEnd(giving.thread())) {
        Thread.onSpinWait();
      }
      boolean seen = !giving.isDone();
      store.wire = Wire.WELL;
      store.deliver();
      attempt.end(giving);
      if (seen) {
        return;
      }
    }
    throw new AssertionError("whoever gave up never waited for its place to be left");
  }

  /** A timed wait for the name itself looks the same, but for where it is. */
  private static boolean isWaitingForTheEnd(Thread thread) {
    return thread.getState() == Thread.State.TIMED_WAITING
        && Stream.of(thread.getStackTrace())
            .anyMatch(
                frame ->
                    frame.getClassName().endsWith(".Parking")
                        && frame.getMethodName().equals("await"));
  }

  private interface Attempted {
    /** Begins a call that gives up a place, which is not confirmed yet. */
    Call<?> begin(int number) throws Exception;

    void end(Call<?> call) throws Exception;
  }

  @Test
  void aTimedWaitThatIsOverReturnsWhenItsPlaceIsLeft() throws Exception {
    Holdfast other = bench.client("other");
    assertSeenWaiting(
        new Attempted() {
          @Override
          public Call<?> begin(int number) {
            assertTrue(other.mutex("n" + number).tryAcquire().isPresent());
            Call<Optional<Lease>> waiting =
                new Call<>(() -> client.mutex("n" + number).tryAcquire(Duration.ofSeconds(1)))
                    .parkedForAWhile();
            store.wire = Wire.SLOW;
            bench.advance(1_000);
            return waiting;
          }

          @Override
          public void end(Call<?> call) throws Exception {
            assertEquals(Optional.empty(), call.get());
          }
        });
  }

  @Test
  void anInterruptedWaitReturnsWhenItsPlaceIsLeft() throws Exception {
    Holdfast other = bench.client("other");
    assertSeenWaiting(
        new Attempted() {
          @Override
          public Call<?> begin(int number) {
            assertTrue(other.mutex("n" + number).tryAcquire().isPresent());
            Call<Lease> waiting = new Call<>(client.mutex("n" + number)::acquire).parked();
            store.wire = Wire.SLOW;
            waiting.thread().interrupt();
            return waiting;
          }

          @Override
          public void end(Call<?> call) {
            assertInstanceOf(InterruptedException.class, call.failure());
          }
        });
  }

  @Test
  void aTryDoesNotWaitForAnything() throws Exception {
    Holdfast other = bench.client("other");
    assertTrue(other.mutex("a").tryAcquire().isPresent());
    assertEquals(Optional.empty(), new Call<>(client.mutex("a")::tryAcquire).get());
    assertEquals(
        Optional.empty(), new Call<>(() -> client.mutex("a").tryAcquire(Duration.ZERO)).get());
  }
}
