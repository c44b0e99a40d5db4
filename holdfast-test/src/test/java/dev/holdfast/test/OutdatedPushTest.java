package dev.holdfast.test;

import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.test.WiredStore.Wire;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A pushed grant counts for the attempt that it names, and only while that attempt waits. */
class OutdatedPushTest {
  private static final LockOptions NINE = LockOptions.defaults().lease(Duration.ofSeconds(9));

  private final Workbench bench = new Workbench();
  private final WiredStore store = bench.store;
  private final Holdfast client = bench.client("mine");
  private final Holdfast other = bench.client("other");

  private CompletableFuture<Lease> ask() {
    return client.mutex("a", NINE).acquireAsync();
  }

  /** A lease that the other client handed over, by a push that can be repeated. */
  private Lease handed() {
    Lease held = other.mutex("a", NINE).tryAcquire().orElseThrow();
    CompletableFuture<Lease> waiting = ask();
    held.close();
    return got(waiting);
  }

  @Test
  void theGrantOfAnEarlierAttemptIsNotTheNextOnes() {
    handed().close();
    Lease theirs = other.mutex("a", NINE).tryAcquire().orElseThrow();
    CompletableFuture<Lease> waiting = ask();
    store.repeatPushes();
    assertFalse(waiting.isDone(), "two would hold it");
    theirs.close();
    assertTrue(got(waiting).token() > theirs.token());
  }

  @Test
  void norIfTheNextIsStillAsking() {
    handed().close();
    Lease theirs = other.mutex("a", NINE).tryAcquire().orElseThrow();
    store.wire = Wire.SLOW;
    CompletableFuture<Lease> waiting = ask();
    store.repeatPushes();
    assertFalse(waiting.isDone(), "two would hold it");
    store.wire = Wire.WELL;
    store.deliver();
    theirs.close();
    assertTrue(got(waiting).token() > theirs.token());
  }

  @Test
  void aGrantThatIsToldTwiceIsOneHold() {
    Lease lease = handed();
    store.forget();
    store.repeatPushes();
    assertEquals(0, store.asked());
    assertTrue(lease.isHeld() && other.inspect("a").isHeld());
    assertEquals(lease.token(), other.inspect("a").hold().orElseThrow().token());
    bench.advance(60_000);
    assertTrue(lease.isHeld() && other.inspect("a").isHeld());
    assertEquals(List.of(), bench.told);
  }

  @Test
  void whatIsBeingGivenBackIsGrantedToNobody() {
    Lease lease = handed();
    store.wire = Wire.SLOW; // the release is carried out, and its answer is on its way
    lease.close();
    store.wire = Wire.WELL;
    Lease theirs = other.mutex("a", NINE).tryAcquire().orElseThrow();
    CompletableFuture<Lease> waiting = ask();
    store.forget();
    store.repeatPushes();
    assertFalse(waiting.isDone(), "two would hold it");
    assertEquals(0, store.releases.size());
    store.deliver();
    assertFalse(waiting.isDone());
    theirs.close();
    assertTrue(got(waiting).token() > theirs.token());
  }
}
