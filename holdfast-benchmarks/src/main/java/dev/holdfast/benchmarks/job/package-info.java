/**
 * What a process of a contender does in a turn. The classes whose names end in {@code Job} are the
 * jobs.
 *
 * <ul>
 *   <li>Sections: {@link dev.holdfast.benchmarks.job.SectionJob} and {@link
 *       dev.holdfast.benchmarks.job.WriterJob}, with {@link
 *       dev.holdfast.benchmarks.job.SectionLoop}, {@link dev.holdfast.benchmarks.job.Sections},
 *       {@link dev.holdfast.benchmarks.job.Turn} and {@link dev.holdfast.benchmarks.job.Latencies};
 *       {@link dev.holdfast.benchmarks.job.OwnNamesJob}, {@link
 *       dev.holdfast.benchmarks.job.FirstLocksJob} and {@link
 *       dev.holdfast.benchmarks.job.VirtualJob} for their scenarios.
 *   <li>Whether too many are inside: a {@link dev.holdfast.benchmarks.job.Watch} sees it, a {@link
 *       dev.holdfast.benchmarks.job.Check} looks at it after each turn, and {@link
 *       dev.holdfast.benchmarks.job.Room} says how many may be there. {@link
 *       dev.holdfast.benchmarks.job.SectionPage} and {@link dev.holdfast.benchmarks.job.VisitCheck}
 *       are for one, {@link dev.holdfast.benchmarks.job.Occupancy} and {@link
 *       dev.holdfast.benchmarks.job.OccupancyCheck} for several; processes share {@link
 *       dev.holdfast.benchmarks.job.SharedLongs}.
 *   <li>Queues: {@link dev.holdfast.benchmarks.job.QueueJob} with {@link
 *       dev.holdfast.benchmarks.job.QueueClient}, {@link dev.holdfast.benchmarks.job.QueueTurn},
 *       {@link dev.holdfast.benchmarks.job.Service} and {@link
 *       dev.holdfast.benchmarks.job.WatchedStore}.
 *   <li>Holds that stay: {@link dev.holdfast.benchmarks.job.HeldJob}, {@link
 *       dev.holdfast.benchmarks.job.IdleJob}, {@link dev.holdfast.benchmarks.job.LingerJob}, with
 *       {@link dev.holdfast.benchmarks.job.Losses} and {@link
 *       dev.holdfast.benchmarks.job.ContextSwitches}.
 * </ul>
 */
@NullMarked
package dev.holdfast.benchmarks.job;

import org.jspecify.annotations.NullMarked;
