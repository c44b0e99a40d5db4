package dev.holdfast.quorum;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** What is looked at and changed by one thread at a time, and briefly: nobody is asked inside. */
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
