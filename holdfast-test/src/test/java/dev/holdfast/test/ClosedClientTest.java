package dev.holdfast.test;

import static dev.holdfast.test.Now.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import dev.holdfast.StoreException;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.test.WiredStore.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Opening a client that cannot be opened, closing one, and what is left of it. */
class ClosedClientTest {
  private final Workbench bench = new Workbench();
  private final WiredStore store = bench.store;

  @Test
  void closingEndsLeasesWaitsAndPlaces() {
    Holdfast client = bench.client("mine");
    Lease held = bench.client("holder").mutex("q").tryAcquire().orElseThrow();
    LockOptions lasting = LockOptions.defaults().holdAtLeast(Duration.ofMinutes(1));
    Lease lease = client.mutex("a", lasting).tryAcquire().orElseThrow();
    CompletableFuture<Lease> waiting = client.mutex("q").acquireAsync();
    CompletableFuture<Lease> behind = client.mutex("a").acquireAsync();
    bench.advance(10_000);
    store.forget();
    client.close();
    assertEquals(List.of("lost a " + lease.token() + " CLOSED"), bench.told);
    for (CompletableFuture<Lease> each : List.of(waiting, behind)) {
      Throwable cause = failureOf(each);
      assertTrue(cause.getMessage().contains("is closed"), cause.getMessage());
    }
    assertEquals(
        List.of(0L, 50_000L),
        store.releases.stream().map(ReleaseRequest::keepMillis).sorted().toList());
    assertTrue(held.isHeld());
    assertEquals(1, store.sessionsClosed);
    assertTrue(bench.hostClosed);
    assertFalse(store.closed, "it is its maker's");
  }

  @Test
  void aClosedClientDoesNothingButSaySo() {
    Holdfast client = bench.client("mine");
    Lease lease = client.mutex("a").tryAcquire().orElseThrow();
    client.close();
    client.close();
    assertEquals(1, store.sessionsClosed);
    store.forget();
    for (Executable each :
        List.<Executable>of(
            () -> client.mutex("a").tryAcquire(),
            () -> client.mutex("a").acquireAsync(),
            () -> client.inspect("a"),
            () -> client.names(1),
            () -> client.breakHold("a"))) {
      IllegalStateException refused = assertThrows(IllegalStateException.class, each);
      assertTrue(refused.getMessage().contains("is closed"), refused.getMessage());
    }
    lease.release();
    assertTrue(lease.releaseAsync().isDone());
    List<Loss.Kind> told = new ArrayList<>();
    lease.onLost(loss -> told.add(loss.kind()));
    assertEquals(List.of(Loss.Kind.CLOSED), told);
    assertEquals(0, store.asked());
  }

  @Test
  void closingWaitsForTheStoreButNotForEver() {
    Holdfast client = bench.client("mine");
    Lease lease = client.mutex("a").tryAcquire().orElseThrow();
    store.wire = Wire.CUT;
    client.close();
    assertFalse(lease.isHeld());
    assertTrue(bench.hostClosed);
  }

  @Test
  void whatCannotBeOpenedLeavesNothingOpen() {
    store.wire = Wire.REFUSED;
    assertSame(store.no, assertThrows(StoreException.class, () -> bench.client("mine")));
    assertTrue(bench.hostClosed);
    assertFalse(store.closed);
  }

  @Test
  void aClientIsKnownByItsNameAndItsStore() {
    Holdfast client = bench.client("mine");
    assertEquals("mine", client.identity().client());
    assertTrue(client.identity().id().endsWith("/0"), client.identity().id());
    assertTrue(client.toString().startsWith("Holdfast[mine/"), client.toString());
    assertTrue(client.toString().endsWith(" on wired]"), client.toString());
  }

  @Test
  void namesAreSortedAndLimited() {
    Holdfast client = bench.client("mine");
    for (String name : List.of("c", "a", "b")) {
      assertTrue(client.mutex(name).tryAcquire().isPresent());
    }
    assertEquals(List.of("a", "b", "c"), client.names(10));
    assertEquals(2, client.names(2).size());
    assertTrue(client.breakHold("a"));
    assertFalse(client.breakHold("a"));
    assertFalse(client.inspect("a").isHeld());
    assertTrue(client.inspect("b").isHeld());
    for (String bad : List.of("", "x".repeat(513))) {
      assertThrows(IllegalArgumentException.class, () -> client.inspect(bad));
      assertThrows(IllegalArgumentException.class, () -> client.breakHold(bad));
      assertThrows(IllegalArgumentException.class, () -> client.mutex(bad));
    }
  }

  @Test
  void namespacesDoNotMeet() {
    Holdfast one = bench.client("mine", builder -> builder.namespace("x"));
    Holdfast other = bench.client("mine", builder -> builder.namespace("y"));
    assertTrue(one.mutex("a").tryAcquire().isPresent());
    assertEquals(List.of(), other.names(10));
    assertTrue(other.mutex("a").tryAcquire().isPresent());
  }

  @Test
  void optionsOfTheClientAreThoseOfItsLocksUnlessTheyHaveTheirOwn() {
    LockOptions nine = LockOptions.defaults().lease(Duration.ofSeconds(9));
    Holdfast client = bench.client("mine", builder -> builder.options(nine));
    assertEquals(nine, client.mutex("a").options());
    assertEquals(LockOptions.defaults(), client.mutex("a", LockOptions.defaults()).options());
    assertEquals("a", client.mutex("a").name());
    assertEquals("Mutex[a]", client.mutex("a").toString());
    assertEquals("Lock[a]", client.mutex("a").asLock().toString());
    Lease lease = client.mutex("a").tryAcquire().orElseThrow();
    assertEquals("a", lease.name());
    assertEquals("Lease[a, token " + lease.token() + ", HELD]", lease.toString());
  }
}
