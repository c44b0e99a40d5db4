package dev.holdfast.internal.engine;

import static dev.holdfast.internal.engine.Interleavings.check;
import static dev.holdfast.internal.engine.Interleavings.explore;
import static dev.holdfast.internal.engine.Interleavings.inParallel;

import dev.holdfast.Lease;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The tick, which renews, expires and tidies, against what users do meanwhile. */
class TickInterleavingsTest {
  private static final long A_RENEWAL = TimeUnit.SECONDS.toNanos(11);

  @Test
  void aRenewalDoesNotOutliveTheRelease() {
    explore(
        10,
        () -> {
          Bench bench = new Bench();
          Lease lease = bench.mutex().tryAcquire().orElseThrow();
          bench.host.advance(A_RENEWAL);
          inParallel(bench.engine::tick, lease::close);
          check(bench.told.isEmpty(), "a loss was told: " + bench.told);
          check(bench.isEmpty(), "something is left in the store");
        });
  }

  @Test
  void aRenewalOfOneLeaseDoesNotHinderTheNext() {
    explore(
        10,
        () -> {
          Bench bench = new Bench();
          Lease lease = bench.mutex().tryAcquire().orElseThrow();
          CompletableFuture<Lease> next = bench.mutex().acquireAsync();
          bench.host.advance(A_RENEWAL);
          inParallel(bench.engine::tick, lease::close);
          check(next.isDone() && next.join().isHeld(), "the next one has not got it");
          check(next.join().token() > lease.token(), "its token is not greater");
          next.join().close();
          check(bench.told.isEmpty() && bench.isEmpty(), "something is left");
        });
  }

  @Test
  void aMachineThatRetiresLosesNoRequest() {
    explore(
        10,
        () -> {
          Bench bench = new Bench();
          Lease lease = bench.mutex().tryAcquire().orElseThrow();
          CompletableFuture<CompletableFuture<Lease>> asked = new CompletableFuture<>();
          inParallel(lease::close, () -> asked.complete(bench.mutex().acquireAsync()));
          check(asked.join().isDone() && asked.join().join().isHeld(), "nobody answers");
          check(bench.mutex().tryAcquire().isEmpty(), "there are two lines");
          // What is granted by a line that the client does not know any more, closing would not
          // end.
          check(bench.engine.close().isDone() && bench.isEmpty(), "a lease was forgotten");
        });
  }

  @Test
  void cancellingAgainstAGrant() {
    explore(
        10,
        () -> {
          Bench bench = new Bench();
          Bench other = bench.other();
          Lease lease = bench.mutex().tryAcquire().orElseThrow();
          CompletableFuture<Lease> waiting = other.mutex().acquireAsync();
          inParallel(lease::close, () -> waiting.cancel(true));
          check(waiting.isDone(), "neither granted nor cancelled");
          if (!waiting.isCancelled()) {
            waiting.join().close();
          }
          check(bench.isEmpty(), "an orphan is left in the store");
        });
  }
}
