/**
 * The protocol's calls on a Redis Cluster.
 *
 * <ul>
 *   <li>{@link dev.holdfast.redis.internal.cluster.ClusterPort} is a port to all servers of a
 *       cluster: each call goes to the server that has the slot of its keys.
 *   <li>{@link dev.holdfast.redis.internal.cluster.ClusterMap} knows which server has which slots;
 *       a {@link dev.holdfast.redis.internal.cluster.Redirection} is a server's answer that another
 *       one has them.
 *   <li>{@link dev.holdfast.redis.internal.cluster.Bulkhead} bounds the calls that wait for one
 *       server.
 * </ul>
 */
@NullMarked
package dev.holdfast.redis.internal.cluster;

import org.jspecify.annotations.NullMarked;
