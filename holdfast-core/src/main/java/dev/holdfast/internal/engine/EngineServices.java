package dev.holdfast.internal.engine;

import dev.holdfast.StoreException;
import dev.holdfast.internal.hold.AttemptIds;
import dev.holdfast.internal.hold.LeaseCounters;
import dev.holdfast.spi.StoreCapabilities;
import org.jspecify.annotations.Nullable;

/** What the state machines of a client's names need of it. */
public interface EngineServices {
  /** The host's time. */
  long now();

  /** This pause, less up to a fifth of it, so that clients do not march in step. */
  long jitter(long nanos);

  /** Whether the client takes requests, so that a hold without a lease may linger for the next. */
  boolean isOpen();

  /** What an acquire of this name is told if the store was never reached; null if it was. */
  @Nullable StoreException unreached(String name);

  /** A name is not in use any more, while the client takes no requests. */
  void retired();

  /** A lease was lost, or the store has not confirmed an end, and never will. */
  void leftBehind();

  AttemptIds ids();

  /** What the store is asked. */
  NameRequests requests();

  /** What is counted of leases. */
  LeaseCounters counters();

  /** What users are told. */
  Notifications notifications();

  /** The user's handle of a new lease. */
  HeldLease handleOf(LeaseState lease);

  /** The stack of the thread that acquires, if leases are traced. */
  @Nullable Throwable traceOfAcquire();

  /** What the store can do, and how its holds end. */
  StoreCapabilities store();
}
