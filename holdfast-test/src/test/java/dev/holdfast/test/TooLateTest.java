package dev.holdfast.test;

import static dev.holdfast.test.Now.failureOf;
import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Futures that their users complete themselves, also when the lease is on its way already. */
class TooLateTest {
  private final Workbench bench = new Workbench();
  private final List<Runnable> tellings = new ArrayList<>();
  private final Holdfast client = bench.client("mine");
  private final DistributedLock lock = client.mutex("a");

  private void tellLater() {
    bench.callbacks = tellings::add;
  }

  private void tell() {
    List<Runnable> all = List.copyOf(tellings);
    tellings.clear();
    all.forEach(Runnable::run);
  }

  @Test
  void aLeaseThatMeetsACancelIsGivenBack() {
    tellLater();
    CompletableFuture<Lease> asked = lock.acquireAsync();
    assertFalse(asked.isDone());
    assertTrue(client.inspect("a").isHeld());
    assertTrue(asked.cancel(true));
    tell();
    assertTrue(asked.isCancelled());
    assertFalse(client.inspect("a").isHeld());
  }

  @Test
  void aFailureThatMeetsACancelIsNothing() {
    tellLater();
    bench.store.wire = WiredStore.Wire.REFUSED;
    CompletableFuture<Lease> asked = lock.acquireAsync();
    assertTrue(asked.cancel(true));
    tell();
    assertTrue(asked.isCancelled());
  }

  @Test
  void whoeverCompletesFirstDecidesAndIsToldSo() {
    Lease held = bench.client("other").mutex("a").tryAcquire().orElseThrow();
    CompletableFuture<Lease> cancelled = lock.acquireAsync();
    assertTrue(cancelled.cancel(true));
    assertTrue(cancelled.cancel(true), "it is cancelled");
    assertFalse(cancelled.complete(held));
    assertFalse(cancelled.completeExceptionally(new IllegalStateException("x")));
    CompletableFuture<Lease> completed = lock.acquireAsync();
    assertTrue(completed.complete(held));
    assertFalse(completed.complete(held));
    assertFalse(completed.cancel(true));
    IllegalStateException failure = new IllegalStateException("x");
    CompletableFuture<Lease> failed = lock.acquireAsync();
    assertTrue(failed.completeExceptionally(failure));
    assertFalse(failed.completeExceptionally(failure));
    assertEquals(failure, failureOf(failed));
    assertEquals(List.of(), client.inspect("a").waiters());
  }

  @Test
  void whatIsDoneIsNotTakenBack() {
    CompletableFuture<Lease> asked = lock.acquireAsync();
    Lease lease = got(asked);
    assertFalse(asked.cancel(true));
    assertFalse(asked.complete(null));
    assertFalse(asked.completeExceptionally(new IllegalStateException("x")));
    assertTrue(lease.isHeld());
  }

  @Test
  void aDerivedFutureThatIsCancelledLeavesTheRequestAlone() {
    Lease held = bench.client("other").mutex("a").tryAcquire().orElseThrow();
    CompletableFuture<Lease> asked = lock.acquireAsync();
    CompletableFuture<Long> derived = asked.thenApply(Lease::token);
    assertTrue(derived.cancel(true));
    assertEquals(1, client.inspect("a").waiters().size());
    held.close();
    assertTrue(got(asked).isHeld());
  }
}
