package dev.holdfast.benchmarks.jmh;

import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.test.TestHoldfast;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** One renewal of every held lease, on a clock that the benchmark moves; a figure is one round. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class RenewalBench {
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final Duration UNTIL_RENEWAL = LEASE.dividedBy(3);

  /** A client that holds so many leases. */
  @State(Scope.Benchmark)
  public static class Held {
    /** How many. */
    @Param({"10", "1000", "10000"})
    public int leases;

    private TestHoldfast test;
    private List<Lease> held;

    /** Acquires them. */
    @Setup(Level.Trial)
    public void acquire() {
      test = TestHoldfast.create(LockOptions.defaults().lease(LEASE));
      held = new ArrayList<>();
      for (int i = 0; i < leases; i++) {
        held.add(test.client().mutex("lease-" + i).acquireUninterruptibly());
      }
    }

    /** Gives them back, and fails if one was lost: then something else was measured. */
    @TearDown(Level.Trial)
    public void release() {
      boolean lost = !held.stream().allMatch(Lease::isHeld);
      test.close();
      if (lost) {
        throw new IllegalStateException("a lease was lost, so renewals were not all measured");
      }
    }
  }

  /** Moves the clock by a third of the lease, when each lease is renewed once. */
  @Benchmark
  public void round(Held held) {
    held.test.advance(UNTIL_RENEWAL);
  }
}
