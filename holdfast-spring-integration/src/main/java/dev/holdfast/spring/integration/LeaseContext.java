package dev.holdfast.spring.integration;

import dev.holdfast.Lease;
import org.springframework.integration.leader.Context;

/**
 * One term of a leader: what {@link org.springframework.integration.leader.Candidate}s get, and
 * what the events carry. It never becomes the context of a later term. Thread-safe.
 */
public interface LeaseContext extends Context {
  /** Whether the candidate leads in this term now; turns false before another one can lead. */
  @Override
  boolean isLeader();

  /**
   * Gives the leadership to the next candidate and campaigns again; interrupts {@code onGranted} if
   * that still runs. Does nothing once the term is over.
   */
  @Override
  void yield();

  /**
   * The lease of this term. Its token grows from term to term: send it with the leader's writes.
   */
  Lease lease();
}
