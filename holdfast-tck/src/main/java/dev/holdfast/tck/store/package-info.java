/**
 * The rules that are asked of a store through its SPI, without the engine: quick, and exact about
 * what is wrong. They pass on a store whose clock is a fake. {@link dev.holdfast.tck.StoreRules}
 * has them all.
 *
 * <ul>
 *   <li>One exclusive hold: {@link dev.holdfast.tck.store.AcquireRules}, {@link
 *       dev.holdfast.tck.store.NameRules}, {@link dev.holdfast.tck.store.RenewRules}, {@link
 *       dev.holdfast.tck.store.ReleaseRules}, {@link dev.holdfast.tck.store.FencingRules}.
 *   <li>The queue: {@link dev.holdfast.tck.store.WaitingRules}, {@link
 *       dev.holdfast.tck.store.DeadWaiterRules}, {@link dev.holdfast.tck.store.PushRules}, {@link
 *       dev.holdfast.tck.store.RaceRules}.
 *   <li>Readers and writers: {@link dev.holdfast.tck.store.SharedRules} and its parts.
 *   <li>Semaphores: {@link dev.holdfast.tck.store.CountedRules} and its parts.
 *   <li>Several names at once: {@link dev.holdfast.tck.store.SeveralRules} and its parts.
 * </ul>
 */
@NullMarked
package dev.holdfast.tck.store;

import org.jspecify.annotations.NullMarked;
