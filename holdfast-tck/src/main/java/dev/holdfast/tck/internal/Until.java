package dev.holdfast.tck.internal;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waiting for something to come true, with a bound. */
public final class Until {
  private static final long PAUSE_NANOS = Duration.ofMillis(2).toNanos();

  private Until() {}

  /** An assertion that may hold later. */
  public interface Assertion {
    void check() throws Exception;
  }

  /** Waits for the condition; fails with these words if it is not true within the bound. */
  public static void met(Duration bound, String what, Callable<Boolean> condition) {
    asserted(
        bound,
        () -> {
          if (!condition.call()) {
            throw new AssertionError("not within " + bound + ": " + what);
          }
        });
  }

  /** Waits for the assertion to hold; fails as it does if it does not hold within the bound. */
  public static void asserted(Duration bound, Assertion assertion) {
    long end = System.nanoTime() + bound.toNanos();
    while (true) {
      try {
        assertion.check();
        return;
      } catch (AssertionError notYet) {
        if (System.nanoTime() - end >= 0) {
          throw notYet;
        }
      } catch (RuntimeException broken) {
        throw broken;
      } catch (Exception broken) {
        throw new AssertionError("could not look", broken);
      }
      pause();
    }
  }

  /** Waits until so much real time has passed. */
  public static void passed(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() - end < 0) {
      pause();
    }
  }

  private static void pause() {
    LockSupport.parkNanos(PAUSE_NANOS);
    if (Thread.interrupted()) {
      // The test's own timeout; code that catches this error may want to know.
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting");
    }
  }
}
