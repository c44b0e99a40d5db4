package dev.holdfast;

import java.util.Optional;
import java.util.concurrent.locks.Lock;

/**
 * A {@link DistributedLock} seen as a {@link Lock}, which also says whether the calling thread
 * holds it, how often, and by which lease. All three are answered without the store, for the
 * calling thread alone, and from one view as from any other of the same name, side and client.
 *
 * <p>They speak of the lease, and not of what the thread has still to unlock: once the lease is
 * lost, or was released through {@link #lease()}, the thread does not hold the lock any more. Do
 * not ask {@link #isHeldByCurrentThread()} whether to unlock: after a loss it is {@link #unlock()}
 * that tells the thread, and lets it lock again.
 *
 * <p>Thread-safe, as every {@code Lock} is.
 */
public interface HeldLock extends Lock {
  /**
   * Whether the calling thread has locked this and its lease is held now. On the read side, a
   * thread that only writes does not hold it, and the other way round.
   */
  boolean isHeldByCurrentThread();

  /**
   * How often the calling thread has locked this and not unlocked it yet; 0 where {@link
   * #isHeldByCurrentThread()} is false. Of several names, the least of them.
   */
  int holdCount();

  /**
   * The lease by which the calling thread holds this, for its token, its remaining time, {@link
   * Lease#onLost} and {@link Lease#ensure}; empty where {@link #isHeldByCurrentThread()} is false.
   * A thread that both writes and reads has the write lease on both sides. When it unlocks writing
   * first it reads on with another lease.
   *
   * <p>The view gives the lease back with the last unlock. If it was released by hand, or exchanged
   * for another, the thread does not hold the lock any more, and {@link #unlock()} throws {@link
   * IllegalMonitorStateException}.
   *
   * @throws UnsupportedOperationException of a lock of several names which the calling thread
   *     holds: the view locks one after the other, so that each name has a lease and a token of its
   *     own. The view of a name has the lease of that name
   */
  Optional<Lease> lease();
}
