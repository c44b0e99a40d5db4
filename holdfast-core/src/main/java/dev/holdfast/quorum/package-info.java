/**
 * Locks held by a majority of several independent stores.
 *
 * <p>Read first, in this order: {@link QuorumStore}; {@link QuorumSession}, which puts requests to
 * all members; {@link QuorumAttempt}, one attempt with its steps and why they are safe. The others:
 *
 * <ul>
 *   <li>Asking members and counting answers: {@link Members}, {@link Member}, {@link
 *       MemberListener}, {@link MemberOrder}, {@link Round}, {@link Tally}, {@link NoMajority}.
 *   <li>The parts of an attempt, in the order of its life: {@link InitialAsk}, {@link
 *       MajorityCollector}, {@link GrantCheck}, {@link StampWriter}, {@link QuorumKeepAlive},
 *       {@link KeepAliveRequest}, {@link PendingModeChanges}, {@link MemberHolds}.
 *   <li>Clocks: {@link ClockWatch}, {@link Steps}; time and threads: {@link Pace}, {@link
 *       MachinePace}, {@link Guard}, {@link PerNameSerializer}, {@link Promises}.
 *   <li>For people: {@link QuorumExamination}, {@link LockInfoMerger}; the URL: {@link
 *       RedlockProvider}.
 * </ul>
 */
@NullMarked
package dev.holdfast.quorum;

import org.jspecify.annotations.NullMarked;
