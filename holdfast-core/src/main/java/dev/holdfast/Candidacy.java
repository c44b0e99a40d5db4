package dev.holdfast;

import java.util.Optional;

/**
 * A candidate's part in an {@link Election}, until it is closed: it waits, leads, and waits again.
 * Thread-safe. It goes on even if the program keeps no reference to it.
 */
public interface Candidacy extends AutoCloseable {
  /** Whether this candidate leads now; turns false before another one can lead. */
  boolean isLeader();

  /**
   * The lease by which this candidate leads now. Its token is the term. To release it is to
   * {@linkplain #resign() resign}, without waiting for anything.
   */
  Optional<Lease> lease();

  /**
   * Gives the leadership to the next candidate that waits, and campaigns again behind all that
   * wait. If no other candidate waits, this one is elected again, for a new term. Returns at once:
   * {@link #isLeader()} is false from here on, and the leadership is given up after the listener
   * has been told and has returned. Does nothing if this candidate does not lead.
   */
  void resign();

  /**
   * Ends the candidacy, and the leadership as {@link #resign()} does. Waits for that, but not for
   * longer than the client's close timeout, and not in a call of its own listener. Idempotent.
   */
  @Override
  void close();
}
