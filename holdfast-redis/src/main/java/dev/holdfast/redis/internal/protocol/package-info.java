/**
 * The protocol: what a session asks of Redis, where that is kept, and what errors mean. It is the
 * same for every Redis client.
 *
 * <ul>
 *   <li>A session: {@link dev.holdfast.redis.internal.protocol.RedisSession}, which begins with a
 *       {@link dev.holdfast.redis.internal.protocol.SessionHandshake}; {@link
 *       dev.holdfast.redis.internal.protocol.RedisSite} is what all sessions of a store share.
 *       {@link dev.holdfast.redis.internal.protocol.PushReader} reads what arrives on a client's
 *       channel.
 *   <li>Scripts: {@link dev.holdfast.redis.internal.protocol.Scripts} sends them; {@link
 *       dev.holdfast.redis.internal.protocol.Keys} and {@link
 *       dev.holdfast.redis.internal.protocol.AcquireArguments} are what they are given; {@link
 *       dev.holdfast.redis.internal.protocol.UptimePolicy} says which of them grant.
 *   <li>Many names: {@link dev.holdfast.redis.internal.protocol.KeepAliveBatch}, {@link
 *       dev.holdfast.redis.internal.protocol.MultiName}, {@link
 *       dev.holdfast.redis.internal.protocol.NameScan}. Which names may share a script: {@link
 *       dev.holdfast.redis.internal.protocol.Slot}, {@link
 *       dev.holdfast.redis.internal.protocol.SlotGroups}, {@link
 *       dev.holdfast.redis.internal.protocol.SlotRule}.
 *   <li>WAIT for replicas: {@link dev.holdfast.redis.internal.protocol.ReplicatedHold}.
 *   <li>Errors: {@link dev.holdfast.redis.internal.protocol.RedisExceptions}, with {@link
 *       dev.holdfast.redis.internal.protocol.FailureTexts}, {@link
 *       dev.holdfast.redis.internal.protocol.ConnectErrors}, {@link
 *       dev.holdfast.redis.internal.protocol.TlsErrors} and {@link
 *       dev.holdfast.redis.internal.protocol.ScriptRefusal}.
 * </ul>
 */
@NullMarked
package dev.holdfast.redis.internal.protocol;

import org.jspecify.annotations.NullMarked;
