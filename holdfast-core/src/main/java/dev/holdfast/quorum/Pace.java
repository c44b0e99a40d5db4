package dev.holdfast.quorum;

/** Time, delays, chance and threads, as one client of a quorum has them. Thread-safe. */
interface Pace extends AutoCloseable {
  /** Monotonic nanoseconds; time that the machine spent suspended counts as passed. */
  long nanos();

  /**
   * Runs a task later, once.
   *
   * @return what takes that back
   */
  Runnable after(long nanos, Runnable task);

  /** A random number from 0 (inclusive) to the bound (exclusive). */
  int random(int bound);

  /** Runs a call that may block, on a thread for it; not at all once this is closed. */
  void run(Runnable call);

  /** Ends the threads. Idempotent. */
  @Override
  void close();
}
