package dev.holdfast.benchmarks.jmh;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.LockOptions;
import dev.holdfast.memory.MemoryStore;
import java.time.Duration;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A client on a store in memory, so that what is measured is the engine and not a network. */
@State(Scope.Benchmark)
public class OnMemory {
  private MemoryStore store;
  private Holdfast holdfast;
  private DistributedLock plain;
  private DistributedLock lingering;

  /** Opens store and client. */
  @Setup(Level.Trial)
  public void open() {
    store = MemoryStore.create();
    holdfast = Holdfast.over(store);
    plain = holdfast.mutex("plain");
    lingering = holdfast.mutex("lingering", LockOptions.defaults().linger(Duration.ofSeconds(5)));
  }

  /** Closes both. */
  @TearDown(Level.Trial)
  public void close() {
    holdfast.close();
    store.close();
  }

  DistributedLock plain() {
    return plain;
  }

  DistributedLock lingering() {
    return lingering;
  }
}
