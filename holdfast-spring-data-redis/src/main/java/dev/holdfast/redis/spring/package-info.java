/**
 * Locks on Redis over Spring Data Redis: {@link dev.holdfast.redis.spring.SpringRedisStore}.
 *
 * <p>Read first, in this order:
 *
 * <ol>
 *   <li>{@link dev.holdfast.redis.spring.SpringRedisStore}: what users make from a connection
 *       factory.
 *   <li>{@link dev.holdfast.redis.spring.Driver}, chosen by {@link
 *       dev.holdfast.redis.spring.Drivers}: the client library under the factory, as {@link
 *       dev.holdfast.redis.spring.LettuceDriver} or {@link dev.holdfast.redis.spring.JedisDriver}.
 *   <li>{@link dev.holdfast.redis.spring.CurrentStore} and {@link
 *       dev.holdfast.redis.spring.ReconnectingSession}: how stores and sessions outlive a factory
 *       that is stopped and started.
 * </ol>
 */
@NullMarked
package dev.holdfast.redis.spring;

import org.jspecify.annotations.NullMarked;
