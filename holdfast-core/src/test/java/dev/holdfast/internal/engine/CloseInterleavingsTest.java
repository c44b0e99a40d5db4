package dev.holdfast.internal.engine;

import static dev.holdfast.internal.engine.Interleavings.check;
import static dev.holdfast.internal.engine.Interleavings.explore;
import static dev.holdfast.internal.engine.Interleavings.inParallel;

import dev.holdfast.Lease;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Closing a client leaves nothing held, queued or unanswered, whatever it is doing (rule C1). */
class CloseInterleavingsTest {
  @Test
  void againstARequest() {
    explore(
        10,
        () -> {
          Bench bench = new Bench();
          AtomicReference<@Nullable CompletableFuture<Lease>> asked = new AtomicReference<>();
          AtomicReference<@Nullable CompletableFuture<Void>> closed = new AtomicReference<>();
          inParallel(
              () -> {
                try {
                  asked.set(bench.mutex().acquireAsync());
                } catch (IllegalStateException refused) {
                  check(closesAreSaid(refused), "another exception");
                }
              },
              () -> closed.set(bench.engine.close()));
          CompletableFuture<Lease> future = asked.get();
          check(future == null || future.isDone(), "a request was forgotten");
          check(future == null || isOver(future), "a lease outlived its client");
          check(bench.isEmpty(), "something is left in the store");
        });
  }

  @Test
  void againstARelease() {
    explore(
        10,
        () -> {
          Bench bench = new Bench();
          Lease lease = bench.mutex().tryAcquire().orElseThrow();
          CompletableFuture<Lease> next = bench.mutex().acquireAsync();
          AtomicReference<@Nullable CompletableFuture<Void>> closed = new AtomicReference<>();
          inParallel(lease::release, () -> closed.set(bench.engine.close()));
          CompletableFuture<Void> end = closed.get();
          check(end != null && end.isDone(), "closing does not end");
          check(next.isDone() && isOver(next), "a waiter outlived its client");
          check(!lease.isHeld() && bench.isEmpty(), "something is left in the store");
        });
  }

  @Test
  void againstAGrant() {
    explore(
        10,
        () -> {
          Bench holder = new Bench();
          Bench closing = holder.other();
          Lease lease = holder.mutex().tryAcquire().orElseThrow();
          CompletableFuture<Lease> waiting = closing.mutex().acquireAsync();
          AtomicReference<@Nullable CompletableFuture<Void>> closed = new AtomicReference<>();
          inParallel(lease::close, () -> closed.set(closing.engine.close()));
          CompletableFuture<Void> end = closed.get();
          check(end != null && end.isDone(), "closing does not end");
          check(waiting.isDone() && isOver(waiting), "a waiter outlived its client");
          check(holder.isEmpty(), "something is left in the store");
        });
  }

  private static boolean isOver(CompletableFuture<Lease> future) {
    return future.isCompletedExceptionally() || !future.join().isHeld();
  }

  private static boolean closesAreSaid(IllegalStateException refused) {
    return String.valueOf(refused.getMessage()).contains("is closed");
  }
}
