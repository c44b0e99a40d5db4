package dev.holdfast.benchmarks;

/** One way to acquire and release a lock, over and over. */
interface Contender extends AutoCloseable {
  String name();

  /** Acquires and releases the lock once. */
  void lockAndUnlock();

  @Override
  void close();
}
