package dev.holdfast.redis.lettuce;

/**
 * A thread for one task that may block: not the common pool's, as that may have one thread, which
 * the program may block, and not Lettuce's, which may be the one that would complete it.
 */
final class DaemonThread {
  private DaemonThread() {}

  static Thread start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
