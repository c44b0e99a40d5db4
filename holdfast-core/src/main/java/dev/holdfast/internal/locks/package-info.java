/**
 * What users lock.
 *
 * <ul>
 *   <li>{@link NamedLock}, a lock of one name, over {@link BaseLock}, how a caller asks and waits;
 *       {@link NamedReadWriteLock} and {@link NamedSemaphore} are made of it. {@link LeaseFuture}
 *       is what an asynchronous caller gets. {@link CurrentEngine} is what all of them ask.
 *   <li>{@link LockView} and {@link Reentrancy} are behind {@code asLock()}.
 *   <li>Several names at once: {@link MultiLock}, {@link MultiAcquire} (a request), {@link
 *       TokenAlignment} (one token for all), {@link MultiLease}, {@link MultiView}.
 * </ul>
 */
@NullMarked
package dev.holdfast.internal.locks;

import org.jspecify.annotations.NullMarked;
