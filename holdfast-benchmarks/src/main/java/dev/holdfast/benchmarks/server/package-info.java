/**
 * The servers that contenders use, and what is measured at them.
 *
 * <ul>
 *   <li>Redis: {@link dev.holdfast.benchmarks.server.RedisServer}, {@link
 *       dev.holdfast.benchmarks.server.ClusterServers}, {@link
 *       dev.holdfast.benchmarks.server.QuorumServers}; contenders see {@link
 *       dev.holdfast.benchmarks.server.Servers}.
 *   <li>Others: {@link dev.holdfast.benchmarks.server.SqlServer} is a database, {@link
 *       dev.holdfast.benchmarks.server.Consensus} a service of three servers.
 *   <li>{@link dev.holdfast.benchmarks.server.ServerScope}: what a server that ends with a scenario
 *       needs of its run.
 *   <li>At the servers: {@link dev.holdfast.benchmarks.server.ServerWork}, {@link
 *       dev.holdfast.benchmarks.server.ScriptTimes}, {@link dev.holdfast.benchmarks.server.Pings};
 *       {@link dev.holdfast.benchmarks.server.Precedence} lets one have the processor when it wants
 *       it.
 * </ul>
 */
@NullMarked
package dev.holdfast.benchmarks.server;

import org.jspecify.annotations.NullMarked;
