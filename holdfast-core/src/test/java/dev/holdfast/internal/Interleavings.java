package dev.holdfast.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuarantee;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jspecify.annotations.Nullable;

/** How tests explore interleavings; {@code -Dholdfast.interleavings=20} explores more of them. */
final class Interleavings {
  private static final int EFFORT = Integer.getInteger("holdfast.interleavings", 1);
  private static final int RACES = 300;

  // Lincheck decides itself when threads go on; in a race they are to meet.
  private static volatile boolean racing;

  private Interleavings() {}

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
    race(scenario);
    if (EFFORT > 1) {
      choose(invocations, scenario);
    }
  }

  /** Runs a scenario in so many interleavings that Lincheck chooses. */
  static void choose(int invocations, Runnable scenario) {
    Bench.prepare();
    Lincheck.runConcurrentTest(times(invocations), scenario);
  }

  private static void race(Runnable scenario) {
    racing = true;
    try {
      for (int i = 0; i < times(RACES); i++) {
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
      threads.add(new Thread(() -> run(task, absent, thrown)));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException nobodyDoes) {
        throw new IllegalStateException(nobodyDoes);
      }
    }
    Throwable failure = thrown.get();
    if (failure != null) {
      throw new IllegalStateException(failure);
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
