/**
 * Where Redis is, as users write it.
 *
 * <ul>
 *   <li>{@link dev.holdfast.redis.internal.url.RedisUrl} reads the URL of one server, of a cluster,
 *       or of servers that Sentinels watch; {@link dev.holdfast.redis.internal.url.KeyPrefix} is
 *       what users put before all keys.
 *   <li>{@link dev.holdfast.redis.internal.url.ServerLocations}: where each of the servers behind a
 *       URL is.
 *   <li>TLS: {@link dev.holdfast.redis.internal.url.RedisTls} with {@link
 *       dev.holdfast.redis.internal.url.Pem} files and {@link
 *       dev.holdfast.redis.internal.url.SubjectAlternativeNames}.
 * </ul>
 */
@NullMarked
package dev.holdfast.redis.internal.url;

import org.jspecify.annotations.NullMarked;
