package dev.holdfast.benchmarks.peers;

import dev.holdfast.benchmarks.contender.Section;
import java.util.concurrent.locks.Lock;

/** A section behind a {@link Lock}, entered so that an interrupt ends the wait, as with ours. */
final class LockSection implements Section {
  private final Lock lock;

  LockSection(Lock lock) {
    this.lock = lock;
  }

  @Override
  public void enter() throws InterruptedException {
    lock.lockInterruptibly();
  }

  @Override
  public void leave() {
    lock.unlock();
  }
}
