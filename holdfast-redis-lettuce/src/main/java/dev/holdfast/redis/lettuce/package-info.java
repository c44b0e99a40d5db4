/**
 * Locks on Redis through Lettuce: {@link dev.holdfast.redis.lettuce.LettuceStore}. Lettuce does not
 * block, so all sessions of a store share one connection, and no thread waits for an answer.
 *
 * <p>Read first, in this order:
 *
 * <ol>
 *   <li>{@link dev.holdfast.redis.lettuce.LettuceStore}: what users make.
 *   <li>{@link dev.holdfast.redis.lettuce.LettucePort}: a {@code RedisPort} of the protocol over
 *       Lettuce; it decides what the outcome of a command is.
 *   <li>{@link dev.holdfast.redis.lettuce.LettuceConnection}: the connection under a port, as
 *       {@link dev.holdfast.redis.lettuce.ReconnectingConnection} (one server) or {@link
 *       dev.holdfast.redis.lettuce.LazyConnection} (a server among others).
 *   <li>{@link dev.holdfast.redis.lettuce.LettucePushes}: the connection for pushes.
 * </ol>
 *
 * <p>The other classes:
 *
 * <ul>
 *   <li>Clients and connecting: {@link dev.holdfast.redis.lettuce.Clients}, {@link
 *       dev.holdfast.redis.lettuce.Connections}, {@link dev.holdfast.redis.lettuce.ConnectFailure}.
 *   <li>The servers of a cluster: {@link dev.holdfast.redis.lettuce.LettuceNodes}.
 *   <li>WAIT for replicas: {@link dev.holdfast.redis.lettuce.LettuceWaits}.
 *   <li>Commands and replies: {@link dev.holdfast.redis.lettuce.Commands}, {@link
 *       dev.holdfast.redis.lettuce.ReplyOutput}.
 *   <li>The guard of data in Redis: {@link dev.holdfast.redis.lettuce.LettuceFence}.
 *   <li>URLs: {@link dev.holdfast.redis.lettuce.LettuceStoreProvider}.
 * </ul>
 */
@NullMarked
package dev.holdfast.redis.lettuce;

import org.jspecify.annotations.NullMarked;
