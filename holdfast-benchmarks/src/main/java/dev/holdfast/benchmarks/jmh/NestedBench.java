package dev.holdfast.benchmarks.jmh;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The view that knows threads, {@code asLock()}: nested in itself, and alone. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class NestedBench {
  /** A lock that its thread holds already. */
  @State(Scope.Thread)
  public static class Outer {
    private Lock lock;

    /** Locks it for the first time. */
    @Setup(Level.Iteration)
    public void lock(OnMemory memory) {
      lock = memory.plain().asLock();
      lock.lock();
    }

    /** Lets go of it. */
    @TearDown(Level.Iteration)
    public void unlock() {
      lock.unlock();
    }
  }

  /** Locks and unlocks what the thread holds already: a count on the client. */
  @Benchmark
  public void nested(Outer outer) {
    lockAndUnlock(outer.lock);
  }

  /** Locks and unlocks what nobody holds. */
  @Benchmark
  public void uncontended(OnMemory memory) {
    lockAndUnlock(memory.plain().asLock());
  }

  private static void lockAndUnlock(Lock lock) {
    lock.lock();
    try {
      // Nothing: the lock alone is timed.
    } finally {
      lock.unlock();
    }
  }
}
