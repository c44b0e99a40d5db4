package dev.holdfast.test;

import dev.holdfast.memory.MemoryStore;
import dev.holdfast.tck.StoreRules;
import dev.holdfast.tck.fixture.StoreFixture;
import dev.holdfast.tck.process.ProcessRules;
import dev.holdfast.tck.process.ReadersProcessRules;
import dev.holdfast.tck.process.SemaphoreProcessRules;

/**
 * The kit on the memory store; here, because the stores' modules wait for the kit's own. The rules
 * of the engine are in {@link MemoryStoreClientTest}, as the build runs several classes at once.
 */
class MemoryStoreTest
    implements StoreRules, ProcessRules, ReadersProcessRules, SemaphoreProcessRules {
  @Override
  public StoreFixture fixture() {
    MemoryStore store = MemoryStore.create();
    return () -> store;
  }
}
