/**
 * The protocol of stores that have a register with compare-and-set for each name, and nodes that
 * end with a session. This package decides; a service (etcd, ZooKeeper) reads and writes.
 *
 * <p>Read first, in this order:
 *
 * <ol>
 *   <li>{@link dev.holdfast.consensus.CoordinationService} and {@link
 *       dev.holdfast.consensus.CoordinationSession}: the two interfaces that a service implements.
 *   <li>{@link dev.holdfast.consensus.Register} and {@link dev.holdfast.consensus.NameSnapshot}:
 *       what is stored for a name, and what follows from it (the holders, the queue, the next
 *       grant).
 *   <li>{@link dev.holdfast.consensus.CasLoop} with {@link dev.holdfast.consensus.Decision}: read,
 *       decide, write if the register is unchanged, or try again.
 *   <li>{@link dev.holdfast.consensus.ConsensusAcquire}, {@link
 *       dev.holdfast.consensus.ConsensusKeepAlive} and {@link
 *       dev.holdfast.consensus.ConsensusRelease}: the decisions of each operation.
 *   <li>{@link dev.holdfast.consensus.StandingResolver}: where an attempt stands, the handoff to
 *       the next attempts in the queue, and what a client is told without having asked.
 * </ol>
 *
 * <p>How a service fits in:
 *
 * <ul>
 *   <li>etcd: {@code EtcdCoordination} opens leases, one after the other; {@code EtcdSession} is
 *       one lease, its nodes are keys of that lease, and a write is a transaction that compares the
 *       register's version.
 *   <li>ZooKeeper: {@code ZooKeeperCoordination} opens sessions; {@code ZooKeeperSession} is one
 *       session, with ephemeral nodes, and a write is a multi operation that checks the register's
 *       version.
 * </ul>
 *
 * <p>The other classes:
 *
 * <ul>
 *   <li>The entry: {@link dev.holdfast.consensus.ConsensusSession}, the operations of one client.
 *   <li>What a client remembers: {@link dev.holdfast.consensus.Attempts}, {@link
 *       dev.holdfast.consensus.Attempt}, {@link dev.holdfast.consensus.AttemptNode}.
 *   <li>Waiting and retries: {@link dev.holdfast.consensus.AttemptWatcher} watches nodes, {@link
 *       dev.holdfast.consensus.Conflicts} has the pauses between tries, {@link
 *       dev.holdfast.consensus.Throttle} limits what is done in passing.
 *   <li>Time and stamps: {@link dev.holdfast.consensus.SessionTicker}, {@link
 *       dev.holdfast.consensus.Stamps}, {@link dev.holdfast.consensus.StampFloor}, {@link
 *       dev.holdfast.consensus.LockDelay}.
 *   <li>Names and places: {@link dev.holdfast.consensus.Address}, {@link
 *       dev.holdfast.consensus.Encoded}, {@link dev.holdfast.consensus.LayoutVersion}.
 *   <li>Errors: {@link dev.holdfast.consensus.ErrorTranslator}, {@link
 *       dev.holdfast.consensus.StageErrors}.
 * </ul>
 */
@NullMarked
package dev.holdfast.consensus;

import org.jspecify.annotations.NullMarked;
