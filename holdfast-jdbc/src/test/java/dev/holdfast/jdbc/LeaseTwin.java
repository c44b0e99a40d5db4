package dev.holdfast.jdbc;

import dev.holdfast.Lease;
import dev.holdfast.Loss;
import dev.holdfast.Owner;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A lease with another one's token, as no store grants it while its clock goes forward. */
record LeaseTwin(Lease lease, long token) implements Lease {
  @Override
  public String name() {
    return lease.name();
  }

  @Override
  public Owner owner() {
    return lease.owner();
  }

  @Override
  public String sequencer() {
    return lease.sequencer();
  }

  @Override
  public boolean isHeld() {
    return lease.isHeld();
  }

  @Override
  public Duration remaining() {
    return lease.remaining();
  }

  @Override
  public void ensure(Duration atLeast) {
    lease.ensure(atLeast);
  }

  @Override
  public void onLost(Consumer<Loss> callback) {
    lease.onLost(callback);
  }

  @Override
  public void release() {
    lease.release();
  }

  @Override
  public CompletableFuture<Void> releaseAsync() {
    return lease.releaseAsync();
  }

  @Override
  public void close() {
    lease.close();
  }
}
