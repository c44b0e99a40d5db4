package dev.holdfast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a client tells of itself. */
class ClientStatisticsTest {
  private final MemoryStore store = MemoryStore.create();
  private final Holdfast client = Holdfast.builder(store).traceLeases(true).build();
  private final List<Lease> held = new ArrayList<>();

  @AfterEach
  void close() {
    client.close();
    store.close();
  }

  private static void assertCounts(
      Holdfast client, int held, int waiting, long granted, long lent) {
    ClientStatistics told = client.statistics();
    assertEquals(
        List.of(held, waiting, 0, 0, 1, granted, lent, 0L),
        List.of(
            told.held(),
            told.waiting(),
            told.inJeopardy(),
            told.pendingReleases(),
            told.openSessions(),
            told.granted(),
            told.lent(),
            told.lost()));
  }

  @Test
  void aLeaseIsToldWhileItIsHeld() throws InterruptedException {
    assertCounts(client, 0, 0, 0, 0);
    assertTrue(client.leases().isEmpty());
    Lease lease = client.mutex("a").acquire();
    assertCounts(client, 1, 0, 1, 0);
    LeaseInfo told = client.leases().get(0);
    assertEquals("a", told.name());
    assertEquals(lease.token(), told.token());
    assertFalse(told.shared() || told.inJeopardy());
    assertEquals(0, told.permits());
    assertTrue(told.remaining().compareTo(Duration.ofSeconds(31)) < 0, told.toString());
    assertTrue(told.remaining().compareTo(Duration.ofSeconds(1)) > 0, told.toString());
    assertFalse(told.heldFor().isNegative());
    assertTrue(
        told.acquiredAt().stream().anyMatch(at -> at.getMethodName().startsWith("aLeaseIsTold")),
        told.acquiredAt().toString());
    lease.close();
    assertCounts(client, 0, 0, 1, 0);
    assertTrue(client.leases().isEmpty());
  }

  @Test
  void kindsAreToldApart() throws InterruptedException {
    held.add(client.readWrite("rw").read().acquire());
    held.add(client.readWrite("rw").read().acquire()); // shares the first one's hold
    Lease permits = client.semaphore("s", 4).acquire(3);
    permits.release(1);
    held.add(permits);
    held.add(client.all(List.of("x", "y")).acquire());
    assertCounts(client, 5, 0, 5, 1);
    assertEquals(
        List.of("rw true 0", "rw true 0", "s false 2", "x false 0", "y false 0"),
        client.leases().stream()
            .map(lease -> lease.name() + " " + lease.shared() + " " + lease.permits())
            .sorted()
            .collect(Collectors.toList()));
    held.forEach(Lease::close);
    assertCounts(client, 0, 0, 5, 1);
  }

  @Test
  void waitersAreCountedAndLendingIsToldApart() throws InterruptedException {
    Lease first = client.mutex("a").acquire();
    List<CompletableFuture<Lease>> waiting =
        Stream.generate(() -> client.mutex("a").acquireAsync()).limit(3).toList();
    assertCounts(client, 1, 3, 1, 0);
    first.close();
    for (CompletableFuture<Lease> each : waiting) {
      each.join().close();
    }
    Awaitility.await().until(() -> client.statistics().held() == 0);
    ClientStatistics told = client.statistics();
    assertEquals(4, told.granted());
    assertEquals(3, told.lent());
  }

  @Test
  void aLossIsCounted() throws InterruptedException {
    Lease lease = client.mutex("a").acquire();
    assertTrue(client.breakHold("a"));
    Awaitility.await().until(() -> !lease.isHeld());
    ClientStatistics told = client.statistics();
    assertEquals(0, told.held());
    assertEquals(1, told.lost());
  }

  @Test
  void aClosedClientHasNothing() throws InterruptedException {
    held.add(client.mutex("a").acquire());
    client.close();
    ClientStatistics told = client.statistics();
    assertEquals(0, told.held() + told.waiting() + told.openSessions());
    assertEquals(1, told.lost());
    assertTrue(client.leases().isEmpty());
  }
}
