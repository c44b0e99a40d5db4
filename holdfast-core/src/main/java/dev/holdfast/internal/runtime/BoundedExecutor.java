package dev.holdfast.internal.runtime;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;

/**
 * Runs at most a given number of tasks at a time on threads that it shares with others; further
 * tasks wait until one of these is done. Thread-safe.
 */
public final class BoundedExecutor implements Executor {
  private final Executor threads;
  private final Semaphore free;
  private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
  private volatile boolean closed;

  /** At most this number of tasks at a time, on these threads. */
  public BoundedExecutor(int tasks, Executor threads) {
    this.threads = threads;
    this.free = new Semaphore(tasks);
  }

  /** Throws only if the task will not be done. */
  @Override
  public void execute(Runnable task) {
    if (closed) {
      throw new RejectedExecutionException("the client is closed");
    }
    waiting.add(task);
    try {
      begin();
    } catch (RuntimeException | Error noThread) {
      if (waiting.remove(task)) {
        throw noThread;
      }
    }
  }

  private void begin() {
    if (waiting.isEmpty() || !free.tryAcquire()) {
      return;
    }
    try {
      threads.execute(this::run);
    } catch (RuntimeException | Error noThread) {
      free.release();
      throw noThread;
    }
  }

  private void run() {
    do {
      for (Runnable task = waiting.poll(); task != null; task = waiting.poll()) {
        Isolated.run("a task failed; those behind it are done", task);
        boolean unused = Thread.interrupted(); // it was that task's, and not the next one's
      }
      free.release();
      // What came when this thread had looked, and before it was given back, is for this very
      // thread: there may be no other to be had.
    } while (!waiting.isEmpty() && free.tryAcquire());
  }

  /** Takes no further tasks; those that wait are still run. */
  void close() {
    closed = true;
  }
}
