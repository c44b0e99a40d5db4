/**
 * Locks on ZooKeeper: {@link dev.holdfast.zookeeper.ZooKeeperStore} over a Curator client, or by a
 * URL {@code zookeeper://h1,h2,h3/path}.
 *
 * <p>The protocol is that of {@link dev.holdfast.consensus}, which decides; this package reads and
 * writes. Read first: {@link dev.holdfast.zookeeper.ZooKeeperStore}, the public face; {@link
 * dev.holdfast.zookeeper.Layout}, where everything is; {@link
 * dev.holdfast.zookeeper.ZooKeeperSession} and {@link dev.holdfast.zookeeper.NameNodes}, step by
 * step; {@link dev.holdfast.zookeeper.ZkSession}, how long a session is certain.
 *
 * <p>The others:
 *
 * <ul>
 *   <li>sessions: {@link dev.holdfast.zookeeper.ZooKeeperCoordination} opens them, {@link
 *       dev.holdfast.zookeeper.SessionHolder} has the present one, {@link
 *       dev.holdfast.zookeeper.Clients} has the Curator client, {@link
 *       dev.holdfast.zookeeper.Failures} translates errors
 *   <li>nodes beside those of names: {@link dev.holdfast.zookeeper.NamespaceNodes}, {@link
 *       dev.holdfast.zookeeper.EraGuards}
 *   <li>the leader's time: {@link dev.holdfast.zookeeper.ServerClock}
 *   <li>lists and unused names: {@link dev.holdfast.zookeeper.BucketListing}, {@link
 *       dev.holdfast.zookeeper.NameCleanup}
 *   <li>addresses: {@link dev.holdfast.zookeeper.ZooKeeperStoreProvider}, {@link
 *       dev.holdfast.zookeeper.ZooKeeperUrl}
 *   <li>the doctor: {@link dev.holdfast.zookeeper.Inspection}, {@link
 *       dev.holdfast.zookeeper.EnsembleFindings}, {@link dev.holdfast.zookeeper.ServerStatus},
 *       {@link dev.holdfast.zookeeper.ServerProbe}, {@link dev.holdfast.zookeeper.LockProbe}
 * </ul>
 */
@NullMarked
package dev.holdfast.zookeeper;

import org.jspecify.annotations.NullMarked;
