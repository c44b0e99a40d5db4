/**
 * Locks on Redis through Jedis: {@link dev.holdfast.redis.jedis.JedisStore}. Jedis blocks, so a
 * call runs on the thread of its caller, and callers share connections and round trips.
 *
 * <p>Read first, in this order:
 *
 * <ol>
 *   <li>{@link dev.holdfast.redis.jedis.JedisStore}: what users make. {@link
 *       dev.holdfast.redis.jedis.JedisPorts} chooses one server, Sentinels or a cluster.
 *   <li>{@link dev.holdfast.redis.jedis.JedisPort}: a {@code RedisPort} of the protocol over Jedis.
 *   <li>{@link dev.holdfast.redis.jedis.Combiner} with {@link dev.holdfast.redis.jedis.Lanes}: how
 *       concurrent calls share round trips.
 *   <li>{@link dev.holdfast.redis.jedis.JedisPushes} with {@link
 *       dev.holdfast.redis.jedis.JedisSubscription}: the connection for pushes.
 * </ol>
 *
 * <p>The other classes:
 *
 * <ul>
 *   <li>Connections of the store's own: {@link dev.holdfast.redis.jedis.UrlClient}, {@link
 *       dev.holdfast.redis.jedis.UrlPool}, {@link dev.holdfast.redis.jedis.UrlConnections}, {@link
 *       dev.holdfast.redis.jedis.CheckedConnections}, {@link dev.holdfast.redis.jedis.Ping}, {@link
 *       dev.holdfast.redis.jedis.ConnectionSource}.
 *   <li>The servers of a cluster: {@link dev.holdfast.redis.jedis.JedisNodes}.
 *   <li>WAIT for replicas: {@link dev.holdfast.redis.jedis.JedisWaits}.
 *   <li>A connection that is written to without waiting, for quorums: {@link
 *       dev.holdfast.redis.jedis.JedisPipelinedConnection}, {@link
 *       dev.holdfast.redis.jedis.PeekableSockets}, {@link dev.holdfast.redis.jedis.PeekableSocket},
 *       {@link dev.holdfast.redis.jedis.PeekableStream}, {@link
 *       dev.holdfast.redis.jedis.ReplyCount}.
 *   <li>The guard of data in Redis: {@link dev.holdfast.redis.jedis.JedisFence}.
 *   <li>URLs: {@link dev.holdfast.redis.jedis.JedisStoreProvider}.
 * </ul>
 */
@NullMarked
package dev.holdfast.redis.jedis;

import org.jspecify.annotations.NullMarked;
