package dev.holdfast.test;

import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockOptions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The shortest lease there is, as tests of a program may want it. */
class ShortLeaseTest {
  private static final LockOptions MILLI = LockOptions.defaults().lease(Duration.ofMillis(1));

  private final Workbench bench = new Workbench();
  private final Holdfast client = bench.client("mine", builder -> builder.options(MILLI));

  @Test
  void aLeaseOfAMillisecondIsHeldForHalfOfItAndThenTheNameIsFree() {
    Lease lease = client.mutex("a").tryAcquire().orElseThrow();
    assertTrue(lease.isHeld());
    assertEquals(Duration.ofNanos(500_000), lease.remaining(), "the margin is half of it at most");
    CompletableFuture<Lease> next = bench.client("other").mutex("a").acquireAsync();
    assertFalse(next.isDone());
    bench.pause();
    bench.advance(2_000);
    bench.resume();
    assertFalse(lease.isHeld());
    assertThrows(LeaseLostException.class, lease::close);
    assertTrue(got(next).token() > lease.token());
  }

  @Test
  void itIsRenewedAsAnyOther() {
    Lease lease = client.mutex("a").tryAcquire().orElseThrow();
    for (int i = 0; i < 50; i++) {
      bench.clock.advance(Duration.ofNanos(100_000));
    }
    assertTrue(lease.isHeld());
    lease.close();
  }
}
