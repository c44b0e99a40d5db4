package dev.holdfast.tck.internal.clients;

import java.util.concurrent.TimeUnit;

/**
 * Steps that have to be over before a short time of the store is. If they failed and this machine
 * took longer than that time, the failure says nothing of the store: they are played again with
 * twice the time, and another name. What follows them, when the time is over, is played once.
 */
public final class InTime {
  private static final int TRIES = 5;

  private InTime() {}

  /** What is asked of a store. */
  public interface Steps {
    /**
     * Plays them; returns what follows.
     *
     * @param name a name that was never locked
     * @param millis the short time
     */
    Runnable play(String name, long millis);
  }

  /** Plays them with this time, or longer ones. */
  public static void play(long shortMillis, Steps steps) {
    inTime(shortMillis, steps).run();
  }

  private static Runnable inTime(long shortMillis, Steps steps) {
    for (int i = 0; ; i++) {
      long millis = shortMillis << i;
      long begin = System.nanoTime();
      try {
        return steps.play("n" + i, millis);
      } catch (AssertionError | RuntimeException failed) {
        long took = System.nanoTime() - begin;
        if (took < TimeUnit.MILLISECONDS.toNanos(millis) || i + 1 == TRIES) {
          throw failed;
        }
      }
    }
  }
}
