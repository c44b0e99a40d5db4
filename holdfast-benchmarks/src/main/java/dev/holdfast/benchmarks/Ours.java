package dev.holdfast.benchmarks;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.spi.LockStore;

/** Holdfast: acquire with token and renewal, release. */
final class Ours implements Contender {
  private final String name;
  private final LockStore store;
  private final Holdfast holdfast;
  private final DistributedLock lock;
  private long lastToken;

  Ours(String name, LockStore store) {
    this.name = name;
    this.store = store;
    this.holdfast = Holdfast.over(store);
    this.lock = holdfast.mutex("bench:ours");
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void lockAndUnlock() {
    try (Lease lease = lock.acquireUninterruptibly()) {
      if (lease.token() <= lastToken) {
        throw new IllegalStateException("a token did not grow");
      }
      lastToken = lease.token();
    }
  }

  @Override
  public void close() {
    holdfast.close();
    store.close();
  }
}
