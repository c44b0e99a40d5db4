package dev.holdfast.test;

import dev.holdfast.memory.MemoryStore;
import dev.holdfast.tck.HoldfastTck;
import dev.holdfast.tck.fixture.StoreFixture;

/** The whole kit on the memory store; here, because the stores' modules wait for the kit's own. */
class MemoryStoreTest implements HoldfastTck {
  @Override
  public StoreFixture fixture() {
    MemoryStore store = MemoryStore.create();
    return () -> store;
  }
}
