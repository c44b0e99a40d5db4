package dev.holdfast.test;

import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.test.WiredStore.Wire;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A lease that was held for its maximum ends like any other: once, and for the next ones too. */
class LongestHoldTest {
  private static final LockOptions TWO_SECONDS =
      LockOptions.defaults().lease(Duration.ofSeconds(9)).maxHold(Duration.ofSeconds(2));

  private final Workbench bench = new Workbench();
  private final WiredStore store = bench.store;
  private final Holdfast client = bench.client("mine");

  private Lease acquire(LockOptions options) {
    Lease lease = client.mutex("a", options).tryAcquire().orElseThrow();
    store.forget();
    return lease;
  }

  private List<Long> kept() {
    return store.releases.stream().map(ReleaseRequest::keepMillis).toList();
  }

  private void assertToldOnce(Lease lease) {
    assertEquals(List.of("lost a " + lease.token() + " MAX_HOLD"), bench.told);
  }

  @Test
  void itIsGivenBackOnce() {
    Lease lease = acquire(TWO_SECONDS);
    bench.advance(2_000);
    assertEquals(List.of(0L), kept());
    assertToldOnce(lease);
    assertFalse(client.inspect("a").isHeld());
  }

  @Test
  void whatIsOwedStaysTaken() {
    Lease lease = acquire(TWO_SECONDS.holdAtLeast(Duration.ofSeconds(5)));
    bench.advance(2_000);
    assertEquals(List.of(3_000L), kept());
    assertToldOnce(lease);
    bench.advance(2_999);
    assertTrue(client.inspect("a").isHeld());
    bench.advance(1);
    assertFalse(client.inspect("a").isHeld());
  }

  @Test
  void itIsNotLentThoughItsHolderReleasesItBeforeTheTick() {
    Lease lease = acquire(TWO_SECONDS);
    CompletableFuture<Lease> next = client.mutex("a", TWO_SECONDS).acquireAsync();
    bench.pause();
    bench.advance(2_000);
    store.wire = Wire.SLOW;
    lease.release();
    assertFalse(next.isDone(), "its hold is being given back");
    assertEquals(List.of(0L), kept());
    store.wire = Wire.WELL;
    store.deliver();
    assertToldOnce(lease);
    assertTrue(got(next).token() > lease.token() + 4_095, "a grant of its own");
    assertEquals(got(next).token(), client.inspect("a").hold().orElseThrow().token());
  }
}
