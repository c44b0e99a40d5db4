package dev.holdfast.quorum;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * A lock around state that one thread at a time reads or changes, and briefly: no member is asked
 * while it is held.
 */
final class Guard {
  private final ReentrantLock lock = new ReentrantLock();

  <T> T look(Supplier<T> how) {
    lock.lock();
    try {
      return how.get();
    } finally {
      lock.unlock();
    }
  }

  void change(Runnable how) {
    lock.lock();
    try {
      how.run();
    } finally {
      lock.unlock();
    }
  }
}
