package dev.holdfast.internal.runtime;

import java.util.concurrent.CompletableFuture;

/**
 * A thread that waits as a simulation says, not as the machine does: whatever blocks in this
 * library asks the thread itself how to wait. No thread of a program is one.
 */
public interface SimulatedThread {
  /** Waits until it is unparked or interrupted; may return for no reason. */
  void park();

  /** Lets it go on, or not wait the next time. Called by any thread. */
  void unpark();

  /** Waits until the future is done, or for so long. */
  void await(CompletableFuture<?> future, long nanos) throws InterruptedException;

  /** The clock by which it waits, as {@link System#nanoTime()}. */
  long nanoTime();
}
