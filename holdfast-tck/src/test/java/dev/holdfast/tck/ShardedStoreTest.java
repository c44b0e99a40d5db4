package dev.holdfast.tck;

import dev.holdfast.memory.MemoryStore;
import dev.holdfast.shards.ShardedStore;
import dev.holdfast.tck.fixture.StoreFixture;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** The whole kit on names that are spread over three memory stores. */
@Tag("other-store")
class ShardedStoreTest implements HoldfastTck {
  @Override
  public StoreFixture fixture() {
    List<MemoryStore> members =
        List.of(MemoryStore.create(), MemoryStore.create(), MemoryStore.create());
    return () -> ShardedStore.of(members);
  }
}
