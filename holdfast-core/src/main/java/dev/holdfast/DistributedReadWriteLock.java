package dev.holdfast;

import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;

/**
 * A named lock for many readers or one writer, shared by all clients of a store.
 *
 * <p>First come, first served, between readers and writers of all clients: a reader that comes
 * while a writer waits stands behind it, and readers that stand next to each other in the queue are
 * let in together, so that neither side starves. Each reader has a lease of its own, and the end of
 * one touches no other. The readers of one client share one hold in the store.
 *
 * <p>{@link Holdfast#mutex} of the same name is the write side under another name.
 *
 * <p><b>Tokens</b> of both sides grow together: a write lease's lies above those of all readers and
 * writers before it, a read lease's above those of all writers before it. Among readers they say
 * nothing: two readers of different clients may even have the same one. A resource that checks
 * tokens therefore keeps two marks, the highest of writers and the highest of readers: it admits a
 * writer whose token is not below the first and is above the second, and a reader whose token is
 * above the first.
 *
 * <p>Immutable, cheap, shareable and thread-safe, like {@link DistributedLock}.
 */
public interface DistributedReadWriteLock {
  /** What is locked. */
  String name();

  /**
   * The readers' side. Its options may not have {@link LockOptions#holdAtLeast} nor {@link
   * LockOptions#renew renew(false)}, since a client's readers share one hold.
   */
  DistributedLock read();

  /** The writer's side. */
  DistributedLock write();

  /**
   * A view with the contract of {@link java.util.concurrent.locks.ReentrantReadWriteLock}, without
   * conditions. Reentrant per thread: a thread that writes may read as well, and goes on reading
   * when it unlocks writing first (a downgrade). A thread that only reads cannot write: {@code
   * lock()} throws {@link IllegalMonitorStateException}, since it would wait for itself without
   * end, and {@code tryLock()} returns false. Other than there, {@code readLock().tryLock()} does
   * not overtake a writer that waits. Both locks are {@link HeldLock}s.
   */
  ReadWriteLock asReadWriteLock();

  /**
   * Gives a read lease for a write lease, without letting another writer in between. The write
   * lease is released. Waiting readers are let in by the same operation of the store. If the store
   * does not answer now, the read lease is valid all the same, and the store is told in the
   * background.
   *
   * @throws LeaseLostException if the write lease is lost
   * @throws IllegalStateException if it was released
   * @throws IllegalArgumentException if it is no write lease of this name and client, or if its
   *     options have {@link LockOptions#holdAtLeast}: the name must stay taken by it
   */
  @CheckReturnValue
  Lease downgrade(Lease writeLease);

  /**
   * Gives a write lease for the only read lease there is, without letting another writer in
   * between; the read lease is released then. Does not wait: if another reader, of any client,
   * holds, the answer is empty at once and the read lease stays as it is, so two readers that want
   * to write never wait for each other.
   *
   * @throws LeaseLostException if the read lease is lost
   * @throws IllegalStateException if it was released
   * @throws IllegalArgumentException if it is no read lease of this name and client
   * @throws UnsupportedOperationException if the write side is {@linkplain
   *     LockOptions#acknowledgedBy acknowledged by replicas}: an upgrade is not
   * @throws StoreException if the store does not answer; the read lease is held as before
   */
  @CheckReturnValue
  Optional<Lease> tryUpgrade(Lease readLease);
}
