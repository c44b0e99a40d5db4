/**
 * What the kit needs in several places and knows nothing of stores. No API.
 *
 * <ul>
 *   <li>Which tests run: {@link dev.holdfast.tck.internal.Needs}, {@link
 *       dev.holdfast.tck.internal.ShortKit}.
 *   <li>Time: {@link dev.holdfast.tck.internal.Until} waits for what comes true, {@link
 *       dev.holdfast.tck.internal.Ensuring} for a lease that must have time left; {@link
 *       dev.holdfast.tck.internal.SteppedHost} is an engine's clock that tests move.
 *   <li>Threads: {@link dev.holdfast.tck.internal.Racers}, {@link
 *       dev.holdfast.tck.internal.BusyPool}, {@link dev.holdfast.tck.internal.SharedCounter}.
 * </ul>
 */
@NullMarked
package dev.holdfast.tck.internal;

import org.jspecify.annotations.NullMarked;
