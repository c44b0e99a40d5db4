package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.HoldfastListener.How;
import dev.holdfast.Lease;
import dev.holdfast.internal.engine.Waiter.Outcome;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.runtime.Timers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

/** A request hears of its outcome in the way in which it was made. */
final class WaiterTest {
  private final List<Outcome> heard = new ArrayList<>();

  @Test
  void aListenerHearsTheOutcomeWhenItIsSignalled() {
    Waiter waiter = Waiter.async(LockSettings.DEFAULTS, true, 1, Timers.NEVER, heard::add);
    assertFalse(waiter.isBlocking());
    assertFalse(waiter.isTimed());
    assertEquals(0, waiter.threadId());
    waiter.decide(new Outcome.Cancelled());
    assertEquals(List.of(), heard, "the lock is not left yet");
    waiter.signal();
    assertEquals(List.of(new Outcome.Cancelled()), heard);
  }

  /** A part of a request is its thread's, but it is not the thread that is to wake up. */
  @Test
  void aPartIsOfTheThreadThatAskedForTheWhole() {
    Waiter whole = Waiter.parked(LockSettings.DEFAULTS, true, 1, 9);
    Waiter part = Waiter.part(LockSettings.DEFAULTS, false, 1, 9, whole, heard::add);
    assertTrue(part.isBlocking());
    assertEquals(Thread.currentThread().getId(), part.threadId());
    part.decide(new Outcome.NotGranted("b/h/1/n/1"));
    part.signal();
    assertEquals(List.of(new Outcome.NotGranted("b/h/1/n/1")), heard);
  }

  @Test
  void aParkedThreadIsWokenUp() throws InterruptedException {
    List<Waiter> made = new ArrayList<>();
    Steered thread =
        new Steered(
            () -> {
              made.add(Waiter.parked(LockSettings.DEFAULTS, true, 1, 9));
              made.get(0).signal(); // it is told through its thread
            });
    thread.toTheEnd();
    assertEquals(List.of("unpark"), thread.heard);
  }

  @Test
  void anOutcomeIsALeaseOrSaysWhyThereIsNone() {
    StillServices services = new StillServices();
    LeaseState state =
        new LeaseState(
            services.machine(), Bench.hold(), 7, LockSettings.DEFAULTS, 0, 1, How.FREE, null);
    Lease lease = services.handleOf(state);
    assertSame(lease, new Outcome.Granted(lease).lease());
    IllegalStateException why = new IllegalStateException("as told");
    assertSame(
        why, assertThrows(IllegalStateException.class, () -> new Outcome.Failed(why).lease()));
    assertThrows(CancellationException.class, () -> new Outcome.Cancelled().lease());
  }
}
