/**
 * The Redis protocol: what Holdfast's scripts do, where they keep it, and how their answers read.
 * Everything above {@link dev.holdfast.redis.RedisPort} is the same for every Redis client; what is
 * below it is an adapter's. Applications use an adapter.
 *
 * <p>Read first, in this order:
 *
 * <ol>
 *   <li>{@link dev.holdfast.redis.RedisSession}: the operations of one client; each is a script.
 *   <li>The scripts, resources beside this package. {@code record.lua}, {@code queue.lua} and
 *       {@code shared.lua} describe what is stored for a name; {@code acquire.lua}, {@code
 *       keepalive.lua} and {@code release.lua} are the main operations.
 *   <li>{@link dev.holdfast.redis.Keys}: the keys of a name, and the channel of a client.
 *   <li>{@link dev.holdfast.redis.RedisPort}: what an adapter implements. {@link
 *       dev.holdfast.redis.Scripts} sends scripts through it.
 *   <li>{@link dev.holdfast.redis.Replies} and {@link dev.holdfast.redis.PushReader}: what answers
 *       and pushes mean.
 *   <li>{@link dev.holdfast.redis.RedisExceptions}: what an error of the server means for the
 *       caller.
 * </ol>
 *
 * <p>The other classes:
 *
 * <ul>
 *   <li>Stores and addresses: {@link dev.holdfast.redis.RedisStore}, {@link
 *       dev.holdfast.redis.RedisSite}, {@link dev.holdfast.redis.RedisUrl}, {@link
 *       dev.holdfast.redis.KeyPrefix}, {@link dev.holdfast.redis.SessionHandshake}.
 *   <li>Scripts and their arguments: {@link dev.holdfast.redis.Script}, {@link
 *       dev.holdfast.redis.ScriptCall}, {@link dev.holdfast.redis.AcquireArguments}.
 *   <li>Many names: {@link dev.holdfast.redis.KeepAliveBatch}, {@link
 *       dev.holdfast.redis.MultiName}, {@link dev.holdfast.redis.SlotGroups}, {@link
 *       dev.holdfast.redis.NameScan}.
 *   <li>Clusters: {@link dev.holdfast.redis.ClusterPort}, {@link dev.holdfast.redis.ClusterMap},
 *       {@link dev.holdfast.redis.Redirection}, {@link dev.holdfast.redis.Slot}, {@link
 *       dev.holdfast.redis.SlotRule}, {@link dev.holdfast.redis.Bulkhead}.
 *   <li>Calls that share a script: {@link dev.holdfast.redis.CallCombiner}, {@link
 *       dev.holdfast.redis.CallSender}, {@link dev.holdfast.redis.CombinedCall}, {@link
 *       dev.holdfast.redis.PendingCall}.
 *   <li>Members of a quorum over a blocking client: {@link dev.holdfast.redis.AsyncPort}, {@link
 *       dev.holdfast.redis.SharedSender}, {@link dev.holdfast.redis.InFlightBatch}, {@link
 *       dev.holdfast.redis.PipelinedConnection}, {@link dev.holdfast.redis.UptimePolicy}.
 *   <li>WAIT for replicas: {@link dev.holdfast.redis.ReplicaWaits}, {@link
 *       dev.holdfast.redis.ReplicatedHold}.
 *   <li>TLS: {@link dev.holdfast.redis.RedisTls}, {@link dev.holdfast.redis.TlsErrors}, {@link
 *       dev.holdfast.redis.Pem}, {@link dev.holdfast.redis.SubjectAlternativeNames}.
 *   <li>The diagnosis of {@code holdfast doctor}: {@link dev.holdfast.redis.ServerDiagnosis},
 *       {@link dev.holdfast.redis.ClusterDiagnosis}, {@link dev.holdfast.redis.SentinelDiagnosis},
 *       {@link dev.holdfast.redis.LockProbe}, and the classes whose names end in {@code Check}.
 *   <li>The guard of data in Redis: {@link dev.holdfast.redis.RedisFence}, {@link
 *       dev.holdfast.redis.GuardedScript}.
 * </ul>
 */
@NullMarked
package dev.holdfast.redis;

import org.jspecify.annotations.NullMarked;
