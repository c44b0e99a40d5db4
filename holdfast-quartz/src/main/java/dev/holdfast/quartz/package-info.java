/**
 * Jobs of Quartz that one of several schedulers runs, each with its jobs in memory.
 *
 * <p>Read first: {@link dev.holdfast.quartz.HoldfastTriggerListener}, what users add to a
 * scheduler; then {@link dev.holdfast.quartz.Execution}, a lease and the run of a job under it, and
 * {@link dev.holdfast.quartz.OtherListeners}, the ends that a trigger listener is not told of.
 */
@NullMarked
package dev.holdfast.quartz;

import org.jspecify.annotations.NullMarked;
