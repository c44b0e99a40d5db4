package dev.holdfast.benchmarks.jmh;

import dev.holdfast.Lease;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** Acquire and release of one name: granted by the store, lent among threads, and lingering. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class AcquireBench {
  /** Nobody else wants it: one acquire and one release of the store. */
  @Benchmark
  public long uncontended(OnMemory memory) {
    try (Lease lease = memory.plain().acquireUninterruptibly()) {
      return lease.token();
    }
  }

  /** The hold stays with the client between two leases: no call to the store. */
  @Benchmark
  public long linger(OnMemory memory) {
    try (Lease lease = memory.lingering().acquireUninterruptibly()) {
      return lease.token();
    }
  }

  /** Threads of one client want one name, so its hold is lent from one to the next. */
  @Benchmark
  @Threads(8)
  public long lending(OnMemory memory) {
    try (Lease lease = memory.plain().acquireUninterruptibly()) {
      return lease.token();
    }
  }
}
