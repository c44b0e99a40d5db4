/**
 * The rules of {@code docs/SPEC.md} as JUnit tests. A store's test implements {@link
 * dev.holdfast.tck.HoldfastTck} and gives it a {@link dev.holdfast.tck.fixture.StoreFixture}; every
 * test is named after the rule it asks for.
 *
 * <ul>
 *   <li>{@link dev.holdfast.tck.HoldfastTck}: the whole kit.
 *   <li>{@link dev.holdfast.tck.StoreRules}: the rules on the SPI alone, without the engine; they
 *       are in {@link dev.holdfast.tck.store}.
 *   <li>{@link dev.holdfast.tck.ClientRules}: the rules with the engine, as users see them; they
 *       are in {@link dev.holdfast.tck.client}.
 *   <li>{@link dev.holdfast.tck.process}: the rules between processes that are killed or stopped.
 * </ul>
 *
 * <p>What a store's test gives the kit, and what each test gets, is in {@link
 * dev.holdfast.tck.fixture}. The packages whose names have {@code internal} in them are no API.
 * They depend on each other in this order: this package, {@code process}, {@code client} and {@code
 * store}, {@code internal.clients}, {@code fixture}, {@code internal}.
 *
 * <p>Read first, in this order: {@link dev.holdfast.tck.HoldfastTck}; {@link
 * dev.holdfast.tck.fixture.StoreFixture} and {@link dev.holdfast.tck.fixture.Rig}; {@link
 * dev.holdfast.tck.store.AcquireRules}, a group of rules on the SPI; {@link
 * dev.holdfast.tck.client.ClientSectionRules}, a group of rules on what users see.
 */
@NullMarked
package dev.holdfast.tck;

import org.jspecify.annotations.NullMarked;
