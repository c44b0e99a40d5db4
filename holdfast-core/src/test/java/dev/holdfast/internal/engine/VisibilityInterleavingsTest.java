package dev.holdfast.internal.engine;

import static dev.holdfast.internal.engine.Interleavings.check;
import static dev.holdfast.internal.engine.Interleavings.inParallel;
import static dev.holdfast.internal.engine.Interleavings.race;

import dev.holdfast.HoldfastListener.How;
import dev.holdfast.Loss;
import dev.holdfast.internal.engine.Waiter.Outcome;
import dev.holdfast.internal.hold.Hold;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.runtime.Timers;
import dev.holdfast.spi.Standing;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/**
 * What is written under a line's lock and read without it: readers see it, and never half of it.
 *
 * <p>Each reader spins in a loop of its own, long enough to be compiled, so that a field that is
 * not volatile would be read once and never again: such a reader hangs, or its loop is gone.
 */
class VisibilityInterleavingsTest {
  private static final int LOSSES = 200;
  private static final int WARM_UPS = 50;
  private static final long SPINS = 100_000;
  private static final long HEAD_START_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final Loss LOSS = new Loss(Loss.Kind.EXPIRED, "a test", null);

  private final AtomicBoolean reading = new AtomicBoolean();

  @Test
  void aLeaseEndsForThoseWhoOnlyLook() {
    LeaseState lease = Bench.leaseState();
    warmUp(() -> awaitEnd(lease, SPINS));
    against(() -> awaitEnd(lease, Long.MAX_VALUE), lease::released);
  }

  private static boolean awaitEnd(LeaseState lease, long spins) {
    for (long i = 0; i < spins; i++) {
      if (lease.phase() != LeaseState.Phase.HELD) {
        return true;
      }
    }
    return false;
  }

  @Test
  void aRenewedDeadlineIsSeen() {
    Hold hold = Bench.hold();
    long before = hold.deadline();
    warmUp(() -> awaitAnother(hold, before, SPINS));
    Standing.Holding renewed = new Standing.Holding(1, 60_000, false);
    against(
        () -> awaitAnother(hold, before, Long.MAX_VALUE),
        () -> check(!hold.renewed(LockSettings.DEFAULTS, renewed, 2, 2), "it was in jeopardy"));
  }

  private static boolean awaitAnother(Hold hold, long deadline, long spins) {
    for (long i = 0; i < spins; i++) {
      if (hold.deadline() != deadline) {
        return true;
      }
    }
    return false;
  }

  @Test
  void anOutcomeIsSeen() {
    Waiter waiter = Waiter.parked(LockSettings.DEFAULTS, true, 0, Timers.NEVER);
    warmUp(() -> awaitOutcome(waiter, SPINS));
    against(
        () -> awaitOutcome(waiter, Long.MAX_VALUE),
        () -> waiter.decide(new Outcome.NotGranted(null)));
  }

  private static boolean awaitOutcome(Waiter waiter, long spins) {
    for (long i = 0; i < spins; i++) {
      if (waiter.outcome() != null) {
        return true;
      }
    }
    return false;
  }

  /** Whoever sees that a lease is lost also sees how. */
  @Test
  void aLossIsNeverSeenWithoutItsReason() {
    race(
        5,
        () -> {
          LeaseState first = Bench.leaseState();
          AtomicReference<LeaseState> present = new AtomicReference<>(first);
          AtomicInteger read = new AtomicInteger();
          inParallel(() -> loseOneByOne(present, read), () -> readEach(present, read));
        });
  }

  /** Waits until each has been read, so that the reader is there when the next one is lost. */
  private static void loseOneByOne(AtomicReference<LeaseState> present, AtomicInteger read) {
    for (int i = 0; i < LOSSES; i++) {
      LeaseState lease = present.get();
      check(lease.lost(LOSS).isEmpty(), "a callback of nobody");
      for (int spins = 0; read.get() == i; spins++) {
        pause(spins);
      }
    }
  }

  /** Stays on its processor for a while, then lets the other thread go on if there is only one. */
  @SuppressWarnings("ThreadPriorityCheck") // only so that one processor does not waste its time
  private static void pause(int spins) {
    if (spins < 1_000) {
      Thread.onSpinWait();
    } else {
      Thread.yield();
    }
  }

  private static void readEach(AtomicReference<LeaseState> present, AtomicInteger read) {
    boolean known = true;
    for (int i = 0; i < LOSSES; i++) {
      LeaseState lease = present.get();
      for (int spins = 0; lease.phase() == LeaseState.Phase.HELD; spins++) {
        pause(spins);
      }
      known &= lease.loss() != null;
      present.set(
          new LeaseState(lease.machine, lease.hold, 1, lease.settings, 0, 1, How.FREE, null));
      read.incrementAndGet();
    }
    check(known, "lost, and nobody knows how");
  }

  private static void warmUp(BooleanSupplier reader) {
    for (int i = 0; i < WARM_UPS; i++) {
      check(!reader.getAsBoolean(), "it saw what is not there");
    }
  }

  /** Runs the reader until what is written while it reads ends it. */
  private void against(BooleanSupplier reader, Runnable write) {
    race(
        1,
        () -> {
          if (reading.getAndSet(true)) {
            return; // more effort changes nothing here: what was written stays written
          }
          inParallel(
              () -> check(reader.getAsBoolean(), "it never saw what was written"),
              () -> {
                long began = System.nanoTime();
                while (System.nanoTime() - began < HEAD_START_NANOS) {
                  Thread.onSpinWait();
                }
                write.run();
              });
        });
  }
}
