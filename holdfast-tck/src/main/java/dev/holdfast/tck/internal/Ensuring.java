package dev.holdfast.tck.internal;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Lease;
import java.time.Duration;

/** Asks for time to be made certain, and looks whether it was. */
public final class Ensuring {
  private Ensuring() {}

  /** What passes between the return and the look was certain, too, however long it was. */
  public static void makesCertain(Lease lease, Duration asked) {
    lease.ensure(asked);
    long returned = System.nanoTime();
    Duration left = lease.remaining();
    Duration certain = left.plusNanos(System.nanoTime() - returned);
    assertTrue(certain.compareTo(asked) >= 0, () -> "asked for " + asked + ", left are " + left);
  }
}
