package dev.holdfast;

import java.time.Duration;

/**
 * Hears of what happens to a client's leases, for logs and metrics. Methods run on the callback
 * executor, in no particular order between leases.
 */
public interface HoldfastListener {
  /** Renewals of a lease are not answered; it is held until its deadline, which is so far away. */
  default void jeopardy(String name, long token, Duration remaining, Throwable error) {}

  /** A lease in jeopardy was renewed after all. */
  default void safe(String name, long token) {}

  /** A lease was lost. */
  default void lost(String name, long token, Loss loss) {}
}
