package dev.holdfast.jdbc.internal.database;

/** Makes threads that keep no program from ending. */
public final class DaemonThread {
  private DaemonThread() {}

  /** A thread that is not started yet. */
  public static Thread of(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** A thread that runs the task. */
  public static Thread start(Runnable task, String name) {
    Thread thread = of(task, name);
    thread.start();
    return thread;
  }
}
