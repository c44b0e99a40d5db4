/**
 * What a store implements and what the engine asks of its host. Applications do not need this
 * package, except to name a {@link LockStore}.
 *
 * <p>Read first, in this order: {@link LockStore}, which opens a {@link StoreSession}; its requests
 * {@link AcquireRequest}, {@link KeepAlive} and {@link ReleaseRequest}; its answer {@link
 * Standing}; its pushes, {@link StoreListener}. The others:
 *
 * <ul>
 *   <li>More of requests and answers: {@link Mode}, {@link ReplicaAck}, {@link ClientIdentity},
 *       {@link StoreCapabilities}.
 *   <li>Stores from URLs: {@link StoreProvider}, {@link StoreUrl}, {@link ShownUrl}, {@link
 *       DurationText}.
 *   <li>Stores around a store: {@link ForwardingSession}, {@link ForwardingListener}.
 *   <li>What a store's servers mean for locks: {@link Examination}, {@link Finding}, {@link
 *       Diagnosis}, {@link Guarantee}.
 *   <li>What programs show: {@link LockFields}.
 *   <li>Time and waiting: {@link EngineHost}, {@link SuspendAwareClock}, {@link AdaptiveSpin},
 *       {@link Backoff}, {@link Futures}, {@link DaemonThreads}.
 * </ul>
 */
@NullMarked
package dev.holdfast.spi;

import org.jspecify.annotations.NullMarked;
