package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What a lease says of the time that is left (rule T1). */
final class RemainingTest {
  private final Bench bench = new Bench();

  /** Seen on a busy machine: a thread looked at the clock, and stood still during a renewal. */
  @Test
  void aRenewalAfterTheLookAtTheClockAddsNothing() throws InterruptedException {
    LockOptions options = LockOptions.defaults();
    Duration pause = options.lease().dividedBy(4);
    AtomicBoolean first = new AtomicBoolean(true);
    try (Lease lease = bench.mutex(options).acquire()) {
      bench.host.whenAsked(
          () -> {
            if (first.getAndSet(false)) {
              bench.host.advance(pause.toNanos());
              lease.ensure(options.lease().multipliedBy(9).dividedBy(10)); // which renews it
              bench.host.advance(-pause.toNanos()); // what the thread has read
            }
          });
      Duration left = lease.remaining();
      assertTrue(left.compareTo(options.lease()) < 0, left::toString);
    }
  }
}
