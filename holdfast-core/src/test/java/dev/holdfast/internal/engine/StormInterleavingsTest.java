package dev.holdfast.internal.engine;

import static dev.holdfast.internal.engine.Interleavings.check;
import static dev.holdfast.internal.engine.Interleavings.inParallel;
import static dev.holdfast.internal.engine.Interleavings.race;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Threads of one client, and of two, that try, ask, give up, release and tick at once, some
 * hundreds of times each: one at a time is inside, tokens grow, everybody is answered, and nothing
 * is left (rules A1, F1, W1, W2).
 */
class StormInterleavingsTest {
  private static final int STORMS = 4;
  private static final int ROUNDS = 200;
  private static final long STEP = TimeUnit.MILLISECONDS.toNanos(10); // never a lease in one storm

  private final AtomicInteger inside = new AtomicInteger();
  private long lastToken; // guarded by the lock that is tested

  @Test
  void inOneClient() {
    race(
        STORMS,
        () -> {
          Bench bench = new Bench();
          storm(bench, bench, bench);
        });
  }

  @Test
  void inTwoClients() {
    race(
        STORMS,
        () -> {
          Bench bench = new Bench();
          Bench other = bench.other();
          storm(bench, other, bench, other);
        });
  }

  private void storm(Bench... benches) {
    inside.set(0);
    lastToken = 0;
    Runnable[] threads = new Runnable[benches.length];
    for (int i = 0; i < benches.length; i++) {
      Bench bench = benches[i];
      Random random = new Random(i);
      threads[i] =
          () -> {
            for (int round = 0; round < ROUNDS; round++) {
              act(bench, random.nextInt(5));
            }
          };
    }
    inParallel(threads);
    for (Bench bench : benches) {
      check(bench.engine.close().isDone(), "closing does not end");
      check(bench.told.isEmpty(), "a loss was told: " + bench.told);
    }
    check(benches[0].isEmpty(), "something is left in the store");
  }

  private void act(Bench bench, int what) {
    DistributedLock mutex = bench.mutex();
    switch (what) {
      case 0 -> mutex.tryAcquire().ifPresent(this::section);
      case 1 -> {
        CompletableFuture<Lease> asked = mutex.acquireAsync();
        if (!asked.cancel(true)) {
          section(answerOf(asked));
        }
      }
      case 2 -> {
        bench.host.advance(STEP);
        bench.engine.tick();
      }
      default -> section(answerOf(mutex.acquireAsync()));
    }
  }

  private void section(Lease lease) {
    check(inside.incrementAndGet() == 1, "two are inside");
    check(lease.token() > lastToken, "a token that is not above the last one");
    lastToken = lease.token();
    check(lease.isHeld(), "inside without a lease");
    check(inside.decrementAndGet() == 0, "another came in");
    lease.close();
  }

  private static Lease answerOf(CompletableFuture<Lease> asked) {
    try {
      return asked.get(Interleavings.PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | InterruptedException | ExecutionException failure) {
      throw new IllegalStateException("a request was not answered with a lease", failure);
    }
  }
}
