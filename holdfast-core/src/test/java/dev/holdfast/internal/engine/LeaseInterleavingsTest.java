package dev.holdfast.internal.engine;

import static dev.holdfast.internal.engine.Interleavings.check;
import static dev.holdfast.internal.engine.Interleavings.explore;
import static dev.holdfast.internal.engine.Interleavings.inParallel;

import dev.holdfast.Lease;
import dev.holdfast.Loss;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A lease is HELD, then exactly one of RELEASED or LOST, and its loss is told once (rule L1). */
class LeaseInterleavingsTest {
  private static final long LONGER_THAN_A_LEASE = TimeUnit.SECONDS.toNanos(40);

  @Test
  void releaseAgainstABreak() {
    explore(
        10,
        () -> {
          Bench bench = new Bench();
          Lease lease = take(bench);
          AtomicBoolean released = new AtomicBoolean();
          AtomicInteger calls = new AtomicInteger();
          AtomicBoolean late = new AtomicBoolean();
          lease.onLost(
              loss -> {
                late.compareAndSet(false, released.get());
                calls.incrementAndGet();
              });
          inParallel(
              () -> {
                lease.release();
                released.set(lease.toString().contains("RELEASED"));
              },
              bench::breakHold);
          check(!late.get(), "a loss was told after the release");
          check(calls.get() == bench.told.size(), "listener and callback differ");
          check(calls.get() == (lease.toString().contains("LOST") ? 1 : 0), "told otherwise");
          check(bench.isEmpty(), "something is left in the store");
        });
  }

  @Test
  void aCallbackThatComesWithTheLossIsCalledOnce() {
    explore(
        10,
        () -> {
          Bench bench = new Bench();
          Lease lease = take(bench);
          AtomicInteger calls = new AtomicInteger();
          inParallel(() -> lease.onLost(loss -> calls.incrementAndGet()), bench::breakHold);
          check(calls.get() == 1, "the callback was called " + calls.get() + " times");
        });
  }

  @Test
  void twoWaysOfLosingAreOneLoss() {
    explore(
        10,
        () -> {
          Bench bench = new Bench();
          Lease lease = take(bench);
          AtomicInteger calls = new AtomicInteger();
          lease.onLost(loss -> calls.incrementAndGet());
          bench.host.advance(LONGER_THAN_A_LEASE);
          inParallel(() -> check(!lease.isHeld(), "held after its deadline"), bench.engine::tick);
          check(calls.get() == 1 && bench.told.size() == 1, "told " + calls.get() + " times");
          check(lease.toString().contains("LOST"), "not lost");
        });
  }

  @Test
  void releasedTwiceIsReleasedOnce() {
    explore(
        10,
        () -> {
          Bench bench = new Bench();
          Lease lease = take(bench);
          Bench other = bench.other();
          var waiting = other.mutex().acquireAsync();
          inParallel(lease::close, lease::close);
          check(waiting.isDone() && waiting.join().isHeld(), "the next holder lost its hold");
          check(bench.told.isEmpty() && other.told.isEmpty(), "a loss was told");
        });
  }

  @Test
  void releasedTwiceDoesNotReleaseTheNextLeaseOfItsHold() {
    explore(
        10,
        () -> {
          Bench bench = new Bench();
          Lease lease = take(bench);
          var next = bench.mutex().acquireAsync();
          inParallel(lease::close, lease::close);
          check(next.isDone() && next.join().isHeld(), "the next lease was released");
          check(next.join().token() > lease.token(), "its token is not greater");
          next.join().close();
          check(bench.told.isEmpty() && bench.isEmpty(), "something is left");
        });
  }

  @Test
  void aLeaseThatEndedHasNobodyToTellAnyMore() {
    Loss loss = new Loss(Loss.Kind.EXPIRED, "a test", null);
    LeaseState lost = leaseWithACallback();
    check(lost.lost(loss).size() == 1, "nobody is told");
    check(lost.lost(loss).isEmpty(), "somebody would be told twice");
    LeaseState released = leaseWithACallback();
    released.released();
    check(released.lost(loss).isEmpty(), "somebody would be told after the release");
  }

  private static LeaseState leaseWithACallback() {
    LeaseState lease = Bench.leaseState();
    check(lease.onLost(loss -> {}) == null, "lost from the beginning");
    return lease;
  }

  private static Lease take(Bench bench) {
    return bench.mutex().tryAcquire().orElseThrow();
  }
}
