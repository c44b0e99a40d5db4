/**
 * The processes of one contender in a scenario, and what they measure in their turns.
 *
 * <ul>
 *   <li>Sections: {@link dev.holdfast.benchmarks.entrant.SectionEntrant} on one Redis server,
 *       {@link dev.holdfast.benchmarks.entrant.ServersEntrant} on several, {@link
 *       dev.holdfast.benchmarks.entrant.TimedEntrant} on other stores, {@link
 *       dev.holdfast.benchmarks.entrant.WriterEntrant} for writers among readers.
 *   <li>{@link dev.holdfast.benchmarks.entrant.QueueEntrant} for queues, {@link
 *       dev.holdfast.benchmarks.entrant.OwnNamesEntrant} for names without contention.
 * </ul>
 */
@NullMarked
package dev.holdfast.benchmarks.entrant;

import org.jspecify.annotations.NullMarked;
