package dev.holdfast;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * A lease that this client holds, as it knows itself. For people and monitoring: it is old when it
 * is read.
 *
 * @param name what is locked
 * @param token its fencing token
 * @param shared whether it is a reader's
 * @param permits how many permits of a semaphore it has; 0 for the lease of a lock
 * @param heldFor how long it has been held
 * @param remaining how long it is certain, unless it is renewed
 * @param inJeopardy whether its last renewal was not answered
 * @param acquiredAt the stack of the thread that acquired it; empty unless the client {@linkplain
 *     Holdfast.Builder#traceLeases traces leases}
 */
public record LeaseInfo(
    String name,
    long token,
    boolean shared,
    int permits,
    Duration heldFor,
    Duration remaining,
    boolean inJeopardy,
    List<StackTraceElement> acquiredAt) {
  /** Checks that nothing is missing. */
  public LeaseInfo {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(heldFor, "heldFor");
    Objects.requireNonNull(remaining, "remaining");
    acquiredAt = List.copyOf(acquiredAt);
  }
}
