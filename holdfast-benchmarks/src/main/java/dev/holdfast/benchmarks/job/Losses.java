package dev.holdfast.benchmarks.job;

import dev.holdfast.HoldfastListener;
import dev.holdfast.Lease;
import dev.holdfast.Loss;
import java.util.Collection;
import java.util.concurrent.atomic.LongAdder;

/** Counts the leases that a client loses. */
final class Losses implements HoldfastListener {
  private final LongAdder told = new LongAdder();

  @Override
  public void lost(String name, long token, Loss loss) {
    told.increment();
  }

  /** How many of a client's leases are lost: those of which it was told, or which it sees. */
  long among(Collection<Lease> held) {
    long gone = held.stream().filter(lease -> !lease.isHeld()).count();
    return Math.max(gone, told.sum());
  }
}
