package dev.holdfast.tck;

import dev.holdfast.memory.MemoryStore;
import dev.holdfast.shards.ShardedStore;
import java.util.List;

/** The whole kit on names that are spread over three memory stores. */
class ShardedStoreTest implements HoldfastTck {
  @Override
  public StoreFixture fixture() {
    List<MemoryStore> members =
        List.of(MemoryStore.create(), MemoryStore.create(), MemoryStore.create());
    return () -> ShardedStore.of(members);
  }
}
