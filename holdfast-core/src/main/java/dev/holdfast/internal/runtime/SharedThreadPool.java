package dev.holdfast.internal.runtime;

import dev.holdfast.spi.DaemonThreads;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads that all users of a kind share: as many as there are tasks at a time, of which the one
 * that was idle last gets the next. They end when idle for a while, and when idle at all once the
 * last user has left. Thread-safe.
 */
public final class SharedThreadPool implements Executor {
  private final ThreadPoolExecutor threads;
  private final AtomicInteger number = new AtomicInteger();
  private final long idleMillis;
  private int users;

  SharedThreadPool(String name, long idleMillis) {
    this.idleMillis = idleMillis;
    this.threads =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            idleMillis,
            TimeUnit.MILLISECONDS,
            new SynchronousQueue<>(),
            task ->
                DaemonThreads.detached(
                    name + "-" + number.incrementAndGet(), task, SharedThreadPool.class));
  }

  /** A user begins to use them. */
  synchronized void enter() {
    if (users++ == 0) {
      threads.setKeepAliveTime(idleMillis, TimeUnit.MILLISECONDS);
    }
  }

  /** A user that began does not use them any more, but for what is under way. */
  synchronized void leave() {
    if (--users == 0) {
      threads.setKeepAliveTime(1, TimeUnit.NANOSECONDS); // which wakes those that are idle
    }
  }

  @Override
  public void execute(Runnable task) {
    threads.execute(task);
  }
}
