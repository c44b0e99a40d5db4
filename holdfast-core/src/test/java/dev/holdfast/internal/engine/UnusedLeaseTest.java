package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.HoldfastListener;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.internal.Client;
import dev.holdfast.internal.ClientSettings;
import dev.holdfast.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A lease under which no section began keeps its name for nothing (rule X1). */
final class UnusedLeaseTest {
  private static final LockOptions KEEPING =
      LockOptions.defaults().holdAtLeast(Duration.ofHours(1));

  private final Client client =
      Client.open(
          MemoryStore.create(),
          true,
          new ClientSettings(
              "only",
              "",
              LockOptions.defaults(),
              null,
              new HoldfastListener() {},
              new StillHost(),
              false,
              Duration.ZERO));

  @Test
  void itsNameIsFreeAtOnce() throws InterruptedException {
    Lease lease = client.mutex("a", KEEPING).acquire();
    lease.releaseUnused();
    assertFalse(lease.isHeld());
    assertFalse(client.inspect("a").isHeld());
  }

  @Test
  void allItsNamesAre() throws InterruptedException {
    client.all(List.of("a", "b"), KEEPING).acquire().releaseUnused();
    assertFalse(client.inspect("a").isHeld());
    assertFalse(client.inspect("b").isHeld());
  }

  @Test
  void oneThatWasUsedKeepsItsName() throws InterruptedException {
    Lease lease = client.mutex("a", KEEPING).acquire();
    lease.release();
    lease.releaseUnused();
    assertTrue(client.inspect("a").isHeld());
  }
}
