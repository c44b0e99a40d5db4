package dev.holdfast.internal.runtime;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks on an executor one after another, in the order in which they come. A task that could
 * not be handed to the executor is run before the next one that can.
 */
public final class SerialExecutor {
  private final Executor executor;
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private boolean busy;
  private @Nullable Thread runner;

  public SerialExecutor(Executor executor) {
    this.executor = executor;
  }

  /** The executor may run tasks on this thread: call it with no lock held. */
  public void add(Runnable task) {
    synchronized (this) {
      waiting.add(task);
      if (busy) {
        return;
      }
      busy = true;
    }
    handOn();
  }

  private void handOn() {
    try {
      executor.execute(this::runNext);
    } catch (RuntimeException | Error refused) {
      handedOn(false);
      throw refused;
    }
  }

  private synchronized void handedOn(boolean done) {
    busy = done;
  }

  /** Whether this is called by one of the tasks. */
  public synchronized boolean isRunningHere() {
    return runner == Thread.currentThread();
  }

  private void runNext() {
    Runnable task = begin();
    try {
      task.run();
    } finally {
      if (isNotTheLast()) {
        handOn();
      }
    }
  }

  private synchronized Runnable begin() {
    runner = Thread.currentThread();
    return waiting.remove();
  }

  private synchronized boolean isNotTheLast() {
    runner = null;
    busy = !waiting.isEmpty();
    return busy;
  }
}
