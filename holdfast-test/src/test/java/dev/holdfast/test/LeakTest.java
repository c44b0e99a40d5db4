package dev.holdfast.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A lease that nobody references and nobody released ends at its next renewal. */
class LeakTest {
  private static final LockOptions NINE = LockOptions.defaults().lease(Duration.ofSeconds(9));

  private final Workbench bench = new Workbench();
  private final List<Loss> told = new ArrayList<>();

  private WeakReference<Lease> leak(Holdfast client) {
    Lease lease = client.mutex("a", NINE).tryAcquire().orElseThrow();
    lease.onLost(told::add);
    return new WeakReference<>(lease);
  }

  /** Lets the lease be collected: the collector decides when, so it is asked until it has. */
  private static void collect(WeakReference<Lease> lease) {
    while (lease.get() != null) {
      System.gc();
      Thread.onSpinWait();
    }
  }

  @Test
  void aLeakIsToldAtTheNextRenewalAndTheNameIsFree() {
    Holdfast client = bench.client("mine");
    collect(leak(client));
    bench.advance(2_999);
    assertTrue(client.inspect("a").isHeld());
    assertEquals(List.of(), told);
    bench.store.forget();
    bench.advance(1);
    assertEquals(List.of(Loss.Kind.LEAKED), told.stream().map(Loss::kind).toList());
    assertFalse(client.inspect("a").isHeld());
    assertEquals(0, bench.store.keepAlives.size());
  }

  @Test
  void aTracedLeaseSaysWhereItWasAcquired() {
    collect(leak(bench.client("mine", builder -> builder.traceLeases(true))));
    bench.advance(3_000);
    Throwable acquired = told.get(0).error().orElseThrow();
    assertEquals("acquired here", acquired.getMessage());
    assertTrue(
        List.of(acquired.getStackTrace()).stream()
            .anyMatch(frame -> frame.getMethodName().equals("leak")));
  }

  @Test
  void aLeaseThatIsNotTracedSaysNothingOfThat() {
    collect(leak(bench.client("mine")));
    bench.advance(3_000);
    assertTrue(told.get(0).error().isEmpty());
  }

  @Test
  void whatIsReferencedIsNoLeak() {
    Lease lease = bench.client("mine").mutex("a", NINE).tryAcquire().orElseThrow();
    System.gc();
    bench.advance(10_000);
    assertTrue(lease.isHeld());
  }
}
