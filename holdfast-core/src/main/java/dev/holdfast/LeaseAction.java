package dev.holdfast;

/**
 * Work done under a lease.
 *
 * @param <X> what it throws; {@code RuntimeException} for a lambda without checked exceptions
 */
@FunctionalInterface
public interface LeaseAction<X extends Exception> {
  /** Does the work; the lease's token should travel with every write. */
  void run(Lease lease) throws X;
}
