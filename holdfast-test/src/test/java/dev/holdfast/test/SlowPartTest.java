package dev.holdfast.test;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.shards.ShardedStore;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A part of a store that does not answer, beside one that does. */
class SlowPartTest {
  private final TestClock clock = new TestClock();
  private final StoreCapabilities capabilities =
      new StoreCapabilities(false, true, HoldKind.LEASE, Duration.ofMillis(10));
  private final WiredStore slow = new WiredStore(clock, capabilities);
  private final WiredStore well = new WiredStore(clock, capabilities);

  @Test
  void theLeasesOfOthersAreRenewedInTime() {
    clock.advance(Duration.ofHours(1));
    try (Holdfast mine =
        Holdfast.builder(ShardedStore.of(List.of(slow, well)))
            .host(new TestHost(clock))
            .closeTimeout(Duration.ofMillis(1))
            .build()) {
      Map<Boolean, Lease> leases = new HashMap<>();
      for (int i = 0; leases.size() < 2; i++) {
        int before = well.acquires.size();
        Lease lease = mine.mutex("n" + i).tryAcquire().orElseThrow();
        if (leases.putIfAbsent(well.acquires.size() > before, lease) != null) {
          lease.close();
        }
      }
      slow.slowKeepAlives = true;
      clock.advance(Duration.ofSeconds(45));
      assertTrue(leases.get(true).isHeld());
      assertFalse(leases.get(false).isHeld());
      slow.slowKeepAlives = false;
      slow.deliver();
      leases.get(true).release();
    }
  }
}
