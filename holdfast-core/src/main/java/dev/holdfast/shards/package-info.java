/**
 * Names spread over several independent stores.
 *
 * <p>Read first, in this order: {@link ShardedStore}; {@link ShardedSession}, which passes each
 * request to one member; {@link Routing}, which chooses it. The others make sure that all clients
 * have one list of members: {@link TopologyPermits}, the marks of a client, each a {@link
 * TopologyPermit}, renewed by {@link TopologyRenewal}.
 */
@NullMarked
package dev.holdfast.shards;

import org.jspecify.annotations.NullMarked;
