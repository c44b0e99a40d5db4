/**
 * What the protocol asks of a Redis client, and what goes through it. An adapter for a client
 * implements this package and uses little else.
 *
 * <ul>
 *   <li>What an adapter implements: {@link dev.holdfast.redis.internal.port.RedisPort}; {@link
 *       dev.holdfast.redis.internal.port.RedisNodes} for a cluster; {@link
 *       dev.holdfast.redis.internal.port.PipelinedConnection} for a client that blocks; {@link
 *       dev.holdfast.redis.internal.port.ReplicaWaits} where WAIT needs a connection of its own.
 *   <li>What goes through it: a {@link dev.holdfast.redis.internal.port.ScriptCall} of a {@link
 *       dev.holdfast.redis.internal.port.Script} with arguments as {@link
 *       dev.holdfast.redis.internal.port.Bytes}; a {@link
 *       dev.holdfast.redis.internal.port.ScriptSender} takes several. {@link
 *       dev.holdfast.redis.internal.port.ScanPage} is a step of a walk over keys.
 *   <li>What comes back: {@link dev.holdfast.redis.internal.port.Replies} reads the answers of
 *       scripts; {@link dev.holdfast.redis.internal.port.RedisReplyException} is an answer that is
 *       an error; a {@link dev.holdfast.redis.internal.port.PushSink} takes what arrives on a
 *       channel.
 *   <li>Servers: {@link dev.holdfast.redis.internal.port.NodeAddress}; {@link
 *       dev.holdfast.redis.internal.port.ReconnectPace} bounds how often connections are made anew.
 * </ul>
 */
@NullMarked
package dev.holdfast.redis.internal.port;

import org.jspecify.annotations.NullMarked;
