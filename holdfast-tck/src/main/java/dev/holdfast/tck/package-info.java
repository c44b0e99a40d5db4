/**
 * The rules of {@code docs/SPEC.md} as JUnit tests. A store's test implements {@link
 * dev.holdfast.tck.HoldfastTck} and gives it a {@link dev.holdfast.tck.StoreFixture}; every test is
 * named after the rule it asks for.
 *
 * <p>Read first, in this order:
 *
 * <ol>
 *   <li>{@link dev.holdfast.tck.HoldfastTck} and {@link dev.holdfast.tck.StoreFixture}: what a
 *       store's test implements.
 *   <li>{@link dev.holdfast.tck.RuleGroup} and {@link dev.holdfast.tck.Rig}: how a test gets its
 *       clients and stores.
 *   <li>{@link dev.holdfast.tck.AcquireRules}: a group of rules on the SPI, with {@link
 *       dev.holdfast.tck.SpiClient}.
 *   <li>{@link dev.holdfast.tck.ClientSectionRules}: a group of rules on what users see.
 * </ol>
 *
 * <p>The groups of rules:
 *
 * <ul>
 *   <li>{@link dev.holdfast.tck.StoreRules}: on the SPI, without the engine. They include {@link
 *       dev.holdfast.tck.SharedRules} (readers and writers), {@link dev.holdfast.tck.CountedRules}
 *       (semaphores) and {@link dev.holdfast.tck.SeveralRules} (several names at once).
 *   <li>{@link dev.holdfast.tck.ClientRules}: with the engine, as users see them.
 *   <li>{@link dev.holdfast.tck.ProcessRules}, {@link dev.holdfast.tck.ReadersProcessRules} and
 *       {@link dev.holdfast.tck.SemaphoreProcessRules}: between processes that are killed or
 *       stopped.
 * </ul>
 *
 * <p>The other classes:
 *
 * <ul>
 *   <li>Which tests run: {@link dev.holdfast.tck.Needs}, {@link dev.holdfast.tck.RigResolver},
 *       {@link dev.holdfast.tck.ShortKit}.
 *   <li>Clients on the SPI: {@link dev.holdfast.tck.SpiClient}, {@link dev.holdfast.tck.Asked},
 *       {@link dev.holdfast.tck.Pushes}, {@link dev.holdfast.tck.CoexistingMode}.
 *   <li>Faults and time: {@link dev.holdfast.tck.FaultyStore}, {@link
 *       dev.holdfast.tck.SteppedHost}, {@link dev.holdfast.tck.Until}, {@link
 *       dev.holdfast.tck.Ensuring}.
 *   <li>Concurrency: {@link dev.holdfast.tck.RaceHarness}, {@link dev.holdfast.tck.Racers}, {@link
 *       dev.holdfast.tck.SharedCounter}, {@link dev.holdfast.tck.BusyPool}.
 *   <li>Child processes: {@link dev.holdfast.tck.ChildJvm}, {@link dev.holdfast.tck.ChildClient}.
 * </ul>
 */
@NullMarked
package dev.holdfast.tck;

import org.jspecify.annotations.NullMarked;
