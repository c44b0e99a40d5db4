package dev.holdfast.test;

import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Stores whose holds end with a session, and that have no other holds than exclusive ones. */
class SessionLossTest {
  private final Workbench bench =
      new Workbench(
          new StoreCapabilities(
              false, true, HoldKind.SESSION, Duration.ofMillis(10), Set.of(Mode.EXCLUSIVE)));
  private final WiredStore store = bench.store;
  private final Holdfast mine = bench.client("mine");
  private final List<Loss> told = new ArrayList<>();

  @Test
  void theHolderIsToldAtOnceAndWhoWaitedBehindItAsksAnew() throws InterruptedException {
    Lease lease = mine.mutex("a").acquire();
    lease.onLost(told::add);
    CompletableFuture<Lease> behind = mine.mutex("a").acquireAsync();
    AcquireRequest first = store.acquires.get(0);
    store.sessionEnded(first, "the connection was cut");
    assertEquals("SESSION_ENDED: the connection was cut", told.get(0).toString());
    assertFalse(lease.isHeld());
    assertThrows(LeaseLostException.class, lease::close);
    assertEquals(2, store.acquires.size());
    assertNotEquals(first.attempt(), store.acquires.get(1).attempt());
    assertFalse(behind.isDone(), "in the store the old hold is still there");
    store.sessionEnded(first, "told twice");
    assertEquals(1, told.size());
    bench.advance(30_000);
    assertTrue(got(behind).token() > lease.token());
  }

  @Test
  void whoWaitsLooksAfterItsPlaceAtOnce() throws InterruptedException {
    Lease held = bench.client("other").mutex("a").acquire();
    CompletableFuture<Lease> waiting = mine.mutex("a").acquireAsync();
    AcquireRequest request = store.acquires.get(1);
    store.forget();
    store.sessionEnded(request, "the connection was cut");
    bench.advance(0);
    KeepAlive.Place look = (KeepAlive.Place) store.keepAlives.get(0).get(0);
    assertEquals(request.attempt(), look.attempt());
    assertFalse(waiting.isDone());
    assertTrue(held.isHeld());
  }

  @Test
  void aHoldThatARenewalDoesNotFindEndedWithItsSession() throws InterruptedException {
    Lease lease = mine.mutex("a").acquire();
    lease.onLost(told::add);
    store.aheadMicros = 60_000_000;
    bench.advance(10_000);
    assertEquals(List.of(Loss.Kind.SESSION_ENDED), told.stream().map(Loss::kind).toList());
    assertFalse(lease.isHeld());
  }

  @Test
  void aHoldThatAReleaseDoesNotFindEndedWithItsSession() throws InterruptedException {
    Lease lease = mine.mutex("a").acquire();
    store.aheadMicros = 60_000_000;
    Lease next = bench.client("other").mutex("a").acquire();
    LeaseLostException lost = assertThrows(LeaseLostException.class, lease::close);
    assertEquals(Loss.Kind.SESSION_ENDED, lost.loss().kind());
    assertTrue(next.isHeld());
  }

  @Test
  void whatAStoreDoesNotGrantIsRefusedBeforeItIsAskedFor() {
    LockOptions options = LockOptions.defaults();
    for (Exception refused :
        List.of(
            assertThrows(UnsupportedOperationException.class, () -> mine.readWrite("a")),
            assertThrows(UnsupportedOperationException.class, () -> mine.readWrite("a", options)),
            assertThrows(UnsupportedOperationException.class, () -> mine.semaphore("a", 2)))) {
      assertTrue(refused.getMessage().contains(" has no "), refused::getMessage);
    }
    assertEquals(0, store.asked());
  }
}
