package dev.holdfast.internal.runtime;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes threads that keep no program alive. */
public final class DaemonThreads {
  private DaemonThreads() {}

  /** Starts one. */
  public static void start(String name, Runnable task) {
    daemon(new Thread(task, name)).start();
  }

  /** Threads that are named like this and numbered from 1. */
  public static ThreadFactory named(String name) {
    AtomicInteger number = new AtomicInteger();
    return task -> daemon(new Thread(task, name + "-" + number.incrementAndGet()));
  }

  /**
   * The same for threads that several users share: they take nothing over from the thread that
   * happens to call when one is made, which may belong to another application of the same process.
   */
  static ThreadFactory ofThisProcess(String name) {
    AtomicInteger number = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(null, task, name + "-" + number.incrementAndGet(), 0, false);
      thread.setContextClassLoader(DaemonThreads.class.getClassLoader());
      return daemon(thread);
    };
  }

  private static Thread daemon(Thread thread) {
    thread.setDaemon(true);
    return thread;
  }
}
