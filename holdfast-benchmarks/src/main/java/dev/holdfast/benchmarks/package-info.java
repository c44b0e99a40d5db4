/**
 * Holdfast beside the bare recipes and other libraries' locks, measured in turn and in one run.
 *
 * <p>Read first: {@link dev.holdfast.benchmarks.Bench}, the program; then {@link
 * dev.holdfast.benchmarks.scenario.Scenarios}, what it can measure.
 *
 * <p>The packages, each of which may use those below it:
 *
 * <ul>
 *   <li>{@link dev.holdfast.benchmarks.report}: tables, and the bars that figures must reach.
 *   <li>{@link dev.holdfast.benchmarks.scenario}: what is measured.
 *   <li>{@link dev.holdfast.benchmarks.entrant}: the processes of one contender, turn by turn.
 *   <li>{@link dev.holdfast.benchmarks.job}: what such a process does in a turn.
 *   <li>{@link dev.holdfast.benchmarks.network}: a server that is far away.
 *   <li>{@link dev.holdfast.benchmarks.run}: runs, rounds, processes and JVMs.
 *   <li>{@link dev.holdfast.benchmarks.peers} and {@link dev.holdfast.benchmarks.contender}: the
 *       locks that are measured.
 *   <li>{@link dev.holdfast.benchmarks.server}: the servers.
 *   <li>{@link dev.holdfast.benchmarks.figure}: what was measured.
 * </ul>
 *
 * <p>{@link dev.holdfast.benchmarks.jmh} stands alone: measurements inside one process.
 */
@NullMarked
package dev.holdfast.benchmarks;

import org.jspecify.annotations.NullMarked;
