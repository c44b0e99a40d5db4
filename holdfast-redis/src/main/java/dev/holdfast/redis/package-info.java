/**
 * Holdfast on Redis, without a Redis client: {@link dev.holdfast.redis.RedisStore} is a store over
 * any client that an adapter connects, and {@link dev.holdfast.redis.RedisFence} guards data in
 * Redis. Applications use an adapter.
 *
 * <p>Read first, in this order:
 *
 * <ol>
 *   <li>{@link dev.holdfast.redis.internal.protocol.RedisSession}: the operations of one client;
 *       each is a script.
 *   <li>The scripts, resources beside this package. {@code record.lua}, {@code queue.lua} and
 *       {@code shared.lua} describe what is stored for a name; {@code acquire.lua}, {@code
 *       keepalive.lua} and {@code release.lua} are the main operations.
 *   <li>{@link dev.holdfast.redis.internal.protocol.Keys}: the keys of a name, and the channel of a
 *       client.
 *   <li>{@link dev.holdfast.redis.internal.port.RedisPort}: what an adapter implements.
 * </ol>
 *
 * <p>The packages, each of which may use those below it:
 *
 * <ul>
 *   <li>This one: the store and the guard.
 *   <li>{@code dev.holdfast.redis.internal.doctor}: the diagnosis of {@code holdfast doctor}.
 *   <li>{@code dev.holdfast.redis.internal.cluster}: the protocol's calls on a Redis Cluster.
 *   <li>{@code dev.holdfast.redis.internal.batching}: calls of several callers that go to a server
 *       together.
 *   <li>{@code dev.holdfast.redis.internal.protocol}: scripts, keys and sessions.
 *   <li>{@code dev.holdfast.redis.internal.url}: where Redis is, and TLS.
 *   <li>{@code dev.holdfast.redis.internal.port}: what the protocol asks of a Redis client.
 * </ul>
 */
@NullMarked
package dev.holdfast.redis;

import org.jspecify.annotations.NullMarked;
