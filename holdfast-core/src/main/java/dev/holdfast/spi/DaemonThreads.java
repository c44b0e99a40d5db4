package dev.holdfast.spi;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes threads that keep no program alive, for the engine and for stores. */
public final class DaemonThreads {
  private DaemonThreads() {}

  /** One that is not started yet. */
  public static Thread of(String name, Runnable task) {
    return daemon(new Thread(task, name));
  }

  /** Starts one. */
  public static void start(String name, Runnable task) {
    of(name, task).start();
  }

  /** One that was started. */
  public static Thread started(String name, Runnable task) {
    Thread thread = of(name, task);
    thread.start();
    return thread;
  }

  /** Threads that are named like this and numbered from 1. */
  public static ThreadFactory named(String name) {
    AtomicInteger number = new AtomicInteger();
    return task -> of(name + "-" + number.incrementAndGet(), task);
  }

  /**
   * One that is not started yet, and takes nothing over from the thread that happens to make it,
   * which may belong to another application of the same process.
   *
   * @param ours whose class loader it has
   */
  public static Thread detached(String name, Runnable task, Class<?> ours) {
    Thread thread = new Thread(null, task, name, 0, false);
    thread.setContextClassLoader(ours.getClassLoader());
    return daemon(thread);
  }

  private static Thread daemon(Thread thread) {
    thread.setDaemon(true);
    return thread;
  }
}
