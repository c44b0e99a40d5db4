package dev.holdfast.internal;

import dev.holdfast.StoreException;

/**
 * Since when, and why, the store does not answer for a name.
 *
 * @param since the first failure after the last answer
 * @param error the latest failure
 */
record Trouble(long since, StoreException error) {
  /** When a waiter without a deadline of its own gives up: after its patience. */
  long patienceEnds(Waiter waiter) {
    return Math.max(waiter.enqueuedAt, since) + waiter.terms.patienceNanos;
  }
}
