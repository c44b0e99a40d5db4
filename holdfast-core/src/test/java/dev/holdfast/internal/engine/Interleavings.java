package dev.holdfast.internal.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuarantee;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jspecify.annotations.Nullable;

/** How tests explore interleavings; {@code -Dholdfast.interleavings=20} explores more of them. */
final class Interleavings {
  private static final int EFFORT = Integer.getInteger("holdfast.interleavings", 1);
  private static final int RACES = 300;

  /** After so long a thread hangs: everything here takes milliseconds. */
  static final int PATIENCE_SECONDS = 120;

  /** A scenario that really hangs does so each time. */
  private static final int MOST_HUNG = 3;

  // Lincheck decides itself when threads go on; in a race they are to meet.
  private static volatile boolean racing;

  private Interleavings() {}

  /** Whether threads are really racing now, and not chosen by Lincheck. */
  static boolean isRacing() {
    return racing;
  }

  static int times(int few) {
    return few * EFFORT;
  }

  /** The store's own interleavings are not explored where only the engine is in question. */
  static ManagedStrategyGuarantee atomicStore() {
    return ManagedStrategyGuaranteeKt.forClasses("dev.holdfast.memory.MemorySession")
        .allMethods()
        .treatAsAtomic();
  }

  /**
   * Runs a scenario in many real races and, in a run that explores more, in interleavings that
   * Lincheck chooses: each costs it a good part of a second where a client and a store take part.
   */
  static void explore(int invocations, Runnable scenario) {
    race(RACES, scenario);
    if (EFFORT > 1) {
      choose(invocations, scenario);
    }
  }

  /**
   * Runs a scenario in so many interleavings that Lincheck chooses. It allows each 30 s by the wall
   * clock, which cannot be set here, and says "has hung" after them. A busy machine may be the
   * reason, so it is to say that several times.
   */
  static void choose(int invocations, Runnable scenario) {
    Bench.prepare();
    for (int hung = 1; hasHung(invocations, scenario, hung == MOST_HUNG); hung++) {
      System.err.println("explored again, as Lincheck says that it hung");
    }
  }

  private static boolean hasHung(int invocations, Runnable scenario, boolean isLast) {
    try {
      Lincheck.runConcurrentTest(times(invocations), scenario);
      return false;
    } catch (LincheckAssertionError failed) {
      if (isLast || !String.valueOf(failed.getMessage()).contains("has hung")) {
        throw failed;
      }
      return true;
    }
  }

  /** Runs a scenario in so many real races. */
  static void race(int races, Runnable scenario) {
    racing = true;
    try {
      for (int i = 0; i < times(races); i++) {
        scenario.run();
      }
    } finally {
      racing = false;
    }
  }

  /** Runs the tasks in a thread each, joins them and throws what one of them threw. */
  static void inParallel(Runnable... tasks) {
    AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
    AtomicInteger absent = new AtomicInteger(racing ? tasks.length : 0);
    List<Thread> threads = new ArrayList<>();
    for (Runnable task : tasks) {
      Thread thread = new Thread(() -> run(task, absent, thrown));
      thread.setDaemon(true); // one that hangs must not keep the tests from ending
      threads.add(thread);
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      join(thread, thrown);
    }
    Throwable failure = thrown.get();
    if (failure != null) {
      throw new IllegalStateException(failure);
    }
  }

  private static void join(Thread thread, AtomicReference<@Nullable Throwable> thrown) {
    try {
      if (racing) {
        thread.join(PATIENCE_SECONDS * 1_000L);
        if (thread.isAlive()) {
          IllegalStateException hangs = new IllegalStateException("a thread hangs");
          hangs.setStackTrace(thread.getStackTrace());
          thrown.compareAndSet(null, hangs);
        }
      } else {
        thread.join(); // Lincheck notices itself who hangs
      }
    } catch (InterruptedException nobodyDoes) {
      throw new IllegalStateException(nobodyDoes);
    }
  }

  private static void run(
      Runnable task, AtomicInteger absent, AtomicReference<@Nullable Throwable> thrown) {
    try {
      if (absent.get() > 0) {
        absent.decrementAndGet();
        while (absent.get() > 0) {
          Thread.onSpinWait();
        }
      }
      task.run();
    } catch (Throwable failure) {
      thrown.compareAndSet(null, failure);
    }
  }

  static void check(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalStateException(otherwise);
    }
  }
}
