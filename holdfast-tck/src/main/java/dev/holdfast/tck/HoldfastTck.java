package dev.holdfast.tck;

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
 * <p>{@code docs/tck.md} tells more.
 */
public interface HoldfastTck
    extends StoreRules, ClientRules, ProcessRules, ReadersProcessRules, SemaphoreProcessRules {}
