/**
 * The clients that the rules work with. No API.
 *
 * <ul>
 *   <li>On the SPI: {@link dev.holdfast.tck.internal.clients.SpiClient} with its {@link
 *       dev.holdfast.tck.internal.clients.Pushes}, and {@link
 *       dev.holdfast.tck.internal.clients.Asked} for several names at once.
 *   <li>Checks that several rules share: {@link dev.holdfast.tck.internal.clients.RaceHarness},
 *       {@link dev.holdfast.tck.internal.clients.CoexistingMode}. Steps that a short time allows:
 *       {@link dev.holdfast.tck.internal.clients.InTime}.
 *   <li>Behind faults: {@link dev.holdfast.tck.internal.clients.FaultyStore}.
 *   <li>In processes of their own: {@link dev.holdfast.tck.internal.clients.ChildJvm} starts one
 *       and {@link dev.holdfast.tck.internal.clients.ChildClient} runs in it.
 * </ul>
 */
@NullMarked
package dev.holdfast.tck.internal.clients;

import org.jspecify.annotations.NullMarked;
