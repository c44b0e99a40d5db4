package dev.holdfast;

/**
 * Work with a result, done under a lease.
 *
 * @param <T> the result
 * @param <X> what it throws; {@code RuntimeException} for a lambda without checked exceptions
 */
@FunctionalInterface
public interface LeaseFunction<T, X extends Exception> {
  /** Does the work; the lease's token should travel with every write. */
  T call(Lease lease) throws X;
}
