/**
 * What users of Holdfast write against: {@link Holdfast} makes locks, a {@link DistributedLock}
 * makes leases, a {@link Lease} carries the fencing token.
 *
 * <p>Read those three first, in this order. The others:
 *
 * <ul>
 *   <li>More to lock with: {@link DistributedReadWriteLock}, {@link DistributedSemaphore}.
 *   <li>How to lock: {@link LockOptions}; a section to run under a lease: {@link LeaseAction},
 *       {@link LeaseFunction}.
 *   <li>Elections: {@link Election} makes a {@link Candidacy}; {@link LeadershipListener}, {@link
 *       Leader}.
 *   <li>What is told: {@link HoldfastListener}, {@link Loss}; what a store knows: {@link LockInfo},
 *       {@link Owner}.
 *   <li>What is thrown: {@link StoreException}, {@link LockTimeoutException}, {@link
 *       LeaseLostException}, {@link StaleTokenException}.
 * </ul>
 */
@NullMarked
package dev.holdfast;

import org.jspecify.annotations.NullMarked;
