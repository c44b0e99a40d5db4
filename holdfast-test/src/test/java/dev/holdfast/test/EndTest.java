package dev.holdfast.test;

import static dev.holdfast.test.Now.failureOf;
import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import dev.holdfast.StoreException;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.test.WiredStore.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** How an attempt ends in the store, however often it has to be said. */
class EndTest {
  private static final LockOptions NINE = LockOptions.defaults().lease(Duration.ofSeconds(9));

  private final Workbench bench = new Workbench();
  private final WiredStore store = bench.store;
  private final Holdfast client = bench.client("mine");

  private Lease acquire() {
    Lease lease = client.mutex("a", NINE).tryAcquire().orElseThrow();
    store.forget();
    return lease;
  }

  /** The next instants, in milliseconds from now, at which a release is sent. */
  private List<Long> releases(int count) {
    List<Long> instants = new ArrayList<>();
    for (long passed = 1; instants.size() < count; passed++) {
      int before = store.releases.size();
      bench.advance(1);
      if (store.releases.size() > before) {
        instants.add(passed);
      }
    }
    return instants;
  }

  @Test
  void aReleaseIsRepeatedLessAndLessOftenAndMarked() {
    Lease lease = acquire();
    String attempt = "" + client.inspect("a").hold().orElseThrow().owner().id();
    store.wire = Wire.CUT;
    lease.close();
    assertEquals(new ReleaseRequest("a", attempt, 0, false, 60_000), store.releases.get(0));
    assertEquals(List.of(20L, 60L, 140L, 300L, 620L, 1_260L, 2_540L, 4_540L, 6_540L), releases(9));
    assertEquals(new ReleaseRequest("a", attempt, 0, true, 60_000), store.releases.get(1));
    store.wire = Wire.WELL;
    assertEquals(List.of(2_000L), releases(1));
    store.forget();
    bench.advance(60_000);
    assertEquals(0, store.asked());
    assertEquals(List.of(), bench.told);
  }

  /** Found by the lab: a name stayed taken for two seconds after the store could be reached. */
  @Test
  void aReleaseIsRepeatedAtOnceWhenTheStoreIsThereAgain() {
    Lease lease = acquire();
    store.wire = Wire.CUT;
    lease.close();
    assertEquals(9, releases(9).size());
    store.wire = Wire.WELL;
    store.forget();
    store.changed();
    bench.advance(0);
    assertEquals(1, store.releases.size());
    assertFalse(client.inspect("a").isHeld());
  }

  @Test
  void aReleaseUnderWayIsNotRepeated() {
    Lease lease = acquire();
    store.wire = Wire.SLOW;
    CompletableFuture<Void> released = lease.releaseAsync();
    bench.advance(10_000);
    assertEquals(1, store.releases.size());
    assertFalse(released.isDone());
    store.deliver();
    assertTrue(released.isDone());
  }

  @Test
  void whoWaitsForTheEndIsToldWhenTheStoreHasConfirmedIt() {
    Lease lease = acquire();
    store.wire = Wire.CUT;
    CompletableFuture<Void> released = lease.releaseAsync();
    assertFalse(released.isDone() || lease.isHeld());
    store.wire = Wire.WELL;
    bench.advance(20);
    assertTrue(released.isDone());
    assertTrue(lease.releaseAsync().isDone());
  }

  @Test
  void whatWaitsBehindAReleaseBeginsWhenItIsConfirmed() {
    Lease lease = acquire();
    store.wire = Wire.CUT;
    lease.close();
    CompletableFuture<Lease> next = client.mutex("a").acquireAsync();
    bench.advance(1_000);
    assertEquals(0, store.acquires.size());
    store.wire = Wire.WELL;
    bench.advance(500); // no longer than this while somebody waits
    assertTrue(got(next).token() > lease.token());
  }

  @Test
  void aReleaseThatTheServerWillNeverAcceptIsGivenUp() {
    Lease lease = acquire();
    store.wire = Wire.REFUSED;
    lease.close();
    bench.advance(60_000);
    assertEquals(1, store.releases.size());
    store.wire = Wire.WELL;
    assertTrue(client.mutex("a").tryAcquire().isPresent(), "it expired in the store meanwhile");
  }

  @Test
  void aReleaseThatFindsNothingIsToldUnlessItMayBeACopy() {
    Lease lease = acquire();
    store.pushing = false;
    client.breakHold("a");
    LeaseLostException lost = assertThrows(LeaseLostException.class, lease::close);
    assertEquals(Loss.Kind.REFUSED, lost.loss().kind());
    Lease second = acquire();
    store.wire = Wire.DEAF;
    second.release();
    store.wire = Wire.WELL;
    bench.advance(1_000);
    assertEquals(2, store.releases.size());
    second.close();
    assertFalse(client.inspect("a").isHeld());
  }

  @Test
  void anAcquireWithoutAnswerIsEndedBeforeTheNextBegins() {
    store.wire = Wire.DEAF;
    CompletableFuture<Lease> asked = client.mutex("a", NINE).acquireAsync();
    String first = store.acquires.get(0).attempt();
    bench.advance(10);
    store.wire = Wire.WELL;
    bench.advance(10);
    assertEquals(new ReleaseRequest("a", first, 0, true, 60_000), store.releases.get(0));
    assertEquals(2, store.acquires.size());
    assertTrue(got(asked).isHeld());
  }

  @Test
  void aTryFailsWithWhatTheStoreSaidAndAnotherOneTriesAgain() {
    store.wire = Wire.CUT;
    assertSame(
        store.noAnswer, assertThrows(StoreException.class, () -> client.mutex("a").tryAcquire()));
    bench.advance(100);
    int releases = store.releases.size();
    assertThrows(StoreException.class, () -> client.mutex("a").tryAcquire());
    assertEquals(1, store.acquires.size(), "what became of the first one is not known yet");
    bench.advance(0);
    assertEquals(releases + 1, store.releases.size(), "but that is asked at once");
    store.wire = Wire.WELL;
    bench.advance(2_000);
    assertTrue(client.mutex("a").tryAcquire().isPresent());
  }

  @Test
  void patienceCountsFromTheFirstFailureOrTheRequestWhicheverIsLater() {
    LockOptions patient = NINE.patience(Duration.ofSeconds(10));
    store.wire = Wire.CUT;
    CompletableFuture<Lease> first = client.mutex("a", patient).acquireAsync();
    bench.advance(4_000);
    CompletableFuture<Lease> second = client.mutex("a", patient).acquireAsync();
    bench.advance(5_999);
    assertFalse(first.isDone());
    bench.advance(1);
    assertSame(store.noAnswer, failureOf(first));
    bench.advance(3_999);
    assertFalse(second.isDone());
    bench.advance(1);
    assertInstanceOf(StoreException.class, failureOf(second));
  }

  @Test
  void anAnswerEndsTheTroubleAndWithItTheCountOfPatience() {
    LockOptions patient = NINE.patience(Duration.ofSeconds(10));
    Lease held = bench.client("holder").mutex("a").tryAcquire().orElseThrow();
    CompletableFuture<Lease> waiting = client.mutex("a", patient).acquireAsync();
    for (int i = 0; i < 3; i++) {
      store.wire = Wire.CUT;
      bench.advance(8_000);
      store.wire = Wire.WELL;
      bench.advance(2_000);
      assertFalse(waiting.isDone());
    }
    assertFalse(held.token() == 0);
    held.release();
    bench.advance(4_000);
    assertTrue(got(waiting).isHeld());
  }

  @Test
  void aTimedWaitDoesNotRunOutOfPatience() {
    LockOptions hasty = NINE.patience(Duration.ZERO);
    store.wire = Wire.CUT;
    CompletableFuture<?> waiting = client.mutex("a", hasty).tryAcquireAsync(Duration.ofSeconds(5));
    bench.advance(4_999);
    assertFalse(waiting.isDone());
    store.wire = Wire.WELL;
    bench.advance(1);
    assertTrue(waiting.isDone());
  }

  @Test
  void whoIsLateAfterTheTroubleIsNotGrantedRatherThanFailed() {
    Lease held = bench.client("holder").mutex("a", NINE).tryAcquire().orElseThrow();
    CompletableFuture<Optional<Lease>> waiting =
        client.mutex("a", NINE).tryAcquireAsync(Duration.ofSeconds(5));
    store.wire = Wire.CUT;
    bench.advance(2_000);
    store.wire = Wire.WELL;
    bench.advance(3_000);
    assertEquals(Optional.empty(), got(waiting));
    assertTrue(held.isHeld());
  }
}
