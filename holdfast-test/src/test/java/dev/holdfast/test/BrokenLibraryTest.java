package dev.holdfast.test;

import static dev.holdfast.test.Now.failureOf;
import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.test.WiredStore.Wire;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The library through which a store speaks to its server fails by an Error, not an exception. */
class BrokenLibraryTest {
  private final Workbench bench = new Workbench();
  private final Holdfast client =
      bench.client(
          "mine", builder -> builder.options(LockOptions.defaults().lease(Duration.ofSeconds(9))));

  @Test
  void aTryIsToldAndTheNextOneIsServed() {
    bench.store.wire = Wire.BROKEN;
    StoreException told =
        assertInstanceOf(
            StoreException.class, failureOf(client.mutex("n").tryAcquireAsync(Duration.ZERO)));
    assertTrue(told.isTransient());
    assertInstanceOf(LinkageError.class, told.getCause());
    bench.store.wire = Wire.WELL;
    bench.advance(5_000);
    assertTrue(got(client.mutex("n").tryAcquireAsync(Duration.ZERO)).isPresent());
  }

  @Test
  void whoWaitsIsServedWhenItWorksAgain() {
    bench.store.wire = Wire.BROKEN;
    CompletableFuture<Lease> waiting = client.mutex("n").acquireAsync();
    bench.advance(1_000);
    assertFalse(waiting.isDone());
    bench.store.wire = Wire.WELL;
    bench.advance(5_000);
    assertTrue(got(waiting).isHeld());
  }

  @Test
  void aLeaseIsRenewedWhenItWorksAgain() {
    Lease lease = got(client.mutex("n").acquireAsync());
    bench.store.wire = Wire.BROKEN;
    bench.advance(5_000);
    assertThrows(StoreException.class, () -> client.inspect("n"));
    bench.store.wire = Wire.WELL;
    bench.advance(30_000);
    assertTrue(lease.isHeld());
  }
}
