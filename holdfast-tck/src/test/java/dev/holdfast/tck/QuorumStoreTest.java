package dev.holdfast.tck;

import dev.holdfast.memory.MemoryStore;
import dev.holdfast.quorum.QuorumStore;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.LockStore;
import dev.holdfast.tck.fixture.StoreFixture;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** The whole kit on a quorum of three memory stores. */
@Tag("other-store")
class QuorumStoreTest implements HoldfastTck {
  @Override
  public StoreFixture fixture() {
    List<MemoryStore> members =
        List.of(MemoryStore.create(), MemoryStore.create(), MemoryStore.create());
    return new StoreFixture() {
      @Override
      public LockStore openStore() {
        return QuorumStore.of(members).rejoiningAfter(Duration.ofMinutes(5));
      }

      @Override
      public Duration stampsAhead() {
        return Duration.of(AcquireRequest.MOST_AHEAD_MICROS, ChronoUnit.MICROS);
      }
    };
  }
}
