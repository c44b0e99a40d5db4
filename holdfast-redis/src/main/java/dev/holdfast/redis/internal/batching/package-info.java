/**
 * Calls of several callers that go to a server together.
 *
 * <ul>
 *   <li>Over a client that does not block, {@link
 *       dev.holdfast.redis.internal.batching.AsyncCombiner} lets calls wait while enough writes are
 *       under way, and go together then.
 *   <li>For one server: {@link dev.holdfast.redis.internal.batching.CallCombiner} gathers {@link
 *       dev.holdfast.redis.internal.batching.PendingCall}s, and a {@link
 *       dev.holdfast.redis.internal.batching.CallSender} sends them, those of one kind in a {@link
 *       dev.holdfast.redis.internal.batching.CombinedCall}.
 *   <li>For the members of a quorum, over a client that blocks: {@link
 *       dev.holdfast.redis.internal.batching.AsyncPort} is a port that does not block; one thread,
 *       the {@link dev.holdfast.redis.internal.batching.SharedSender}, sends for several of them,
 *       and an {@link dev.holdfast.redis.internal.batching.InFlightBatch} is what it sent. {@link
 *       dev.holdfast.redis.internal.batching.ThreadPerCall} is for calls that must not wait behind
 *       others.
 * </ul>
 */
@NullMarked
package dev.holdfast.redis.internal.batching;

import org.jspecify.annotations.NullMarked;
