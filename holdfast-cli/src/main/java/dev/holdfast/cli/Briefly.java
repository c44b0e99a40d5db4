package dev.holdfast.cli;

import java.time.Duration;

/** Does what a store that does not answer may draw out, and waits for it for a moment only. */
final class Briefly {
  private Briefly() {}

  /** Whether it was done in this time; if not, it goes on until the program ends. */
  static boolean run(Duration time, Runnable task) {
    Thread thread = new Thread(task, "holdfast-briefly");
    thread.setDaemon(true);
    thread.start();
    try {
      thread.join(time.toMillis());
    } catch (InterruptedException signal) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }
}
