/**
 * Locks on etcd: {@link dev.holdfast.etcd.EtcdStore} over a jetcd client, or by a URL {@code
 * etcd://h1,h2,h3/path}.
 *
 * <p>The protocol is that of {@link dev.holdfast.consensus}, which decides; this package reads and
 * writes. Read first: {@link dev.holdfast.etcd.EtcdStore}, the public face; {@link
 * dev.holdfast.etcd.Keys}, where everything is; {@link dev.holdfast.etcd.EtcdSession}, step by
 * step; {@link dev.holdfast.etcd.NameKeys}, the transactions; {@link
 * dev.holdfast.etcd.LeaseDeadline}, how long a lease is certain.
 *
 * <p>The others:
 *
 * <ul>
 *   <li>the cluster: {@link dev.holdfast.etcd.EtcdCoordination} opens sessions one after the other,
 *       {@link dev.holdfast.etcd.Clients} has the jetcd client, {@link dev.holdfast.etcd.Failures}
 *       translates errors
 *   <li>names: {@link dev.holdfast.etcd.Names} decodes keys, {@link dev.holdfast.etcd.AttemptKeys}
 *       numbers attempts, {@link dev.holdfast.etcd.Stays} has the holds that outlast their client
 *   <li>pushes: {@link dev.holdfast.etcd.KeyWatch}, {@link dev.holdfast.etcd.SessionInbox}
 *   <li>unused names: {@link dev.holdfast.etcd.NameCleanup}
 *   <li>time and threads: {@link dev.holdfast.etcd.WallTicker}, {@link
 *       dev.holdfast.etcd.DelayedThreads}
 *   <li>addresses: {@link dev.holdfast.etcd.EtcdStoreProvider}, {@link dev.holdfast.etcd.EtcdUrl},
 *       {@link dev.holdfast.etcd.EtcdTls}
 *   <li>the doctor: {@link dev.holdfast.etcd.Inspection}, {@link
 *       dev.holdfast.etcd.ClusterFindings}, {@link dev.holdfast.etcd.MemberStatus}, {@link
 *       dev.holdfast.etcd.ConnectivityProbe}
 *   <li>a guard for data in etcd: {@link dev.holdfast.etcd.EtcdFence}
 * </ul>
 */
@NullMarked
package dev.holdfast.etcd;

import org.jspecify.annotations.NullMarked;
