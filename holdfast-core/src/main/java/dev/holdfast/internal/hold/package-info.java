/**
 * A hold of the store, as its client sees it: {@link Hold}, its deadline, mode and tokens. {@link
 * RenewalSchedule} says when it is renewed, {@link LendingPolicy} how long it may be lent, {@link
 * LossReason} why a lease on it was lost; {@link QueuePace} says when a place in the queue for one
 * is looked at. {@link LockSettings} are the numbers that follow from a lock's options, {@link
 * CandidateSettings} those of a candidate; {@link AttemptIds} names what is asked for, and {@link
 * LeaseCounters} counts leases.
 */
@NullMarked
package dev.holdfast.internal.hold;

import org.jspecify.annotations.NullMarked;
