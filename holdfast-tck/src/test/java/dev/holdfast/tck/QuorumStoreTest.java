package dev.holdfast.tck;

import dev.holdfast.memory.MemoryStore;
import dev.holdfast.quorum.QuorumStore;
import java.time.Duration;
import java.util.List;

/** The whole kit on a quorum of three memory stores. */
class QuorumStoreTest implements HoldfastTck {
  @Override
  public StoreFixture fixture() {
    List<MemoryStore> members =
        List.of(MemoryStore.create(), MemoryStore.create(), MemoryStore.create());
    return () -> QuorumStore.of(members).rejoiningAfter(Duration.ofMinutes(5));
  }
}
