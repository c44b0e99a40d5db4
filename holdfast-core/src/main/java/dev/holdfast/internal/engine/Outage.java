package dev.holdfast.internal.engine;

import dev.holdfast.StoreException;

/**
 * Since when, and why, the store does not answer for a name.
 *
 * @param since the first failure after the last answer; 0 if there never was one
 * @param error what an acquire is told that ends in it: the latest failure of asking, if there is
 *     one
 */
public record Outage(long since, StoreException error) {
  /** What an acquire is told that could not be sent, as the attempt before it has not ended. */
  static StoreException notAsked(String name, StoreException error) {
    return new StoreException(
        "acquire '"
            + name
            + "' was not sent, as an earlier attempt of this client has not ended yet ("
            + error.getMessage()
            + "); nothing is held or queued by this acquire",
        error,
        true);
  }

  /** When a waiter without a deadline of its own gives up: after its patience. */
  long patienceEnds(Waiter waiter) {
    return Math.max(waiter.enqueuedAt, since) + waiter.settings.patienceNanos;
  }
}
