package dev.holdfast.tck;

import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.process.ProcessRules;
import dev.holdfast.tck.process.ReadersProcessRules;
import dev.holdfast.tck.process.SemaphoreProcessRules;

/**
 * The whole kit. A store passes it with one test class:
 *
 * <pre>{@code
 * class MyStoreTest implements HoldfastTck {
 *   @Override
 *   public StoreFixture fixture() {
 *     return () -> MyStore.of(server.url());
 *   }
 * }
 * }</pre>
 *
 * <p>For each test:
 *
 * <ol>
 *   <li>JUnit asks {@link #fixture()} for a fixture, from which the kit makes a {@link Rig}.
 *   <li>A test is skipped if it needs a mode, a capability or a fault that the store or the fixture
 *       does not have. The reason begins with "not asked".
 *   <li>The test opens clients on the fixture's store, in a namespace of its own: on the SPI
 *       ({@link StoreRules}), through the engine ({@link ClientRules}), or in child processes.
 *   <li>It acquires, waits, renews, releases and loses holds, and checks what the rule says.
 *   <li>All that it opened is closed, and then the fixture. What cannot be closed fails the test.
 * </ol>
 *
 * <p>{@code docs/tck.md} tells more.
 */
public interface HoldfastTck
    extends StoreRules, ClientRules, ProcessRules, ReadersProcessRules, SemaphoreProcessRules {}
