package dev.holdfast.test;

import dev.holdfast.memory.MemoryStore;
import dev.holdfast.tck.ClientRules;
import dev.holdfast.tck.fixture.StoreFixture;

/** A part of the kit of {@link MemoryStoreTest}: the memory store with the engine. */
class MemoryStoreClientTest implements ClientRules {
  @Override
  public StoreFixture fixture() {
    MemoryStore store = MemoryStore.create();
    return () -> store;
  }
}
