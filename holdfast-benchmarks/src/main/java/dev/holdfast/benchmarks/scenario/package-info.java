/**
 * What is measured. {@link dev.holdfast.benchmarks.scenario.Scenarios} lists all of it by id.
 *
 * <ul>
 *   <li>On Redis: {@link dev.holdfast.benchmarks.scenario.Contest}, {@link
 *       dev.holdfast.benchmarks.scenario.ProcessCrowd}, {@link
 *       dev.holdfast.benchmarks.scenario.ManyNames}, {@link
 *       dev.holdfast.benchmarks.scenario.FirstLocks}, {@link
 *       dev.holdfast.benchmarks.scenario.NetworkLocks}, {@link
 *       dev.holdfast.benchmarks.scenario.Lingering}, {@link
 *       dev.holdfast.benchmarks.scenario.Readers}, {@link
 *       dev.holdfast.benchmarks.scenario.WriterAmongReaders}, {@link
 *       dev.holdfast.benchmarks.scenario.Semaphores}, {@link
 *       dev.holdfast.benchmarks.scenario.VirtualThreads}.
 *   <li>On several servers: {@link dev.holdfast.benchmarks.scenario.ClusterLocks}, {@link
 *       dev.holdfast.benchmarks.scenario.QuorumLocks}.
 *   <li>In other stores: {@link dev.holdfast.benchmarks.scenario.StoreLocks}, {@link
 *       dev.holdfast.benchmarks.scenario.SqliteLocks}.
 *   <li>Queues: {@link dev.holdfast.benchmarks.scenario.WaitingClients}, {@link
 *       dev.holdfast.benchmarks.scenario.StoreWaiters}.
 *   <li>Holds that stay: {@link dev.holdfast.benchmarks.scenario.HeldLeases}, {@link
 *       dev.holdfast.benchmarks.scenario.IdleClients}.
 *   <li>The command line: {@link dev.holdfast.benchmarks.scenario.Programs}, {@link
 *       dev.holdfast.benchmarks.scenario.ProgramCrowd}.
 * </ul>
 */
@NullMarked
package dev.holdfast.benchmarks.scenario;

import org.jspecify.annotations.NullMarked;
