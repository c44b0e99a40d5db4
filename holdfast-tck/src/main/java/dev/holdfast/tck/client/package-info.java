/**
 * The rules that are asked of a store together with the engine, as users see them. {@link
 * dev.holdfast.tck.ClientRules} has them all.
 *
 * <ul>
 *   <li>One lease: {@link dev.holdfast.tck.client.ClientSectionRules}, {@link
 *       dev.holdfast.tck.client.ClientLossRules}, {@link dev.holdfast.tck.client.ClientTimeRules}.
 *   <li>Waiting: {@link dev.holdfast.tck.client.ClientWaitingRules}, {@link
 *       dev.holdfast.tck.client.ClientQuittingRules}, {@link dev.holdfast.tck.client.TryRules}.
 *   <li>Readers and writers: {@link dev.holdfast.tck.client.ReadersRules}, {@link
 *       dev.holdfast.tck.client.UpgradeRules}, {@link dev.holdfast.tck.client.ReadWriteViewRules}.
 *   <li>Semaphores: {@link dev.holdfast.tck.client.SemaphoreRules}, {@link
 *       dev.holdfast.tck.client.SemaphoreWaitingRules}, {@link
 *       dev.holdfast.tck.client.PartialReleaseRules}.
 *   <li>Several names at once: {@link dev.holdfast.tck.client.AllRules}, {@link
 *       dev.holdfast.tck.client.AllLeaseRules}.
 *   <li>Around them: {@link dev.holdfast.tck.client.ViewRules}, {@link
 *       dev.holdfast.tck.client.CloseRules}, {@link dev.holdfast.tck.client.LifeCycleRules}, {@link
 *       dev.holdfast.tck.client.ReopenRules}, {@link dev.holdfast.tck.client.PoolRules}.
 * </ul>
 */
@NullMarked
package dev.holdfast.tck.client;

import org.jspecify.annotations.NullMarked;
