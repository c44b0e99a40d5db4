package dev.holdfast.tck.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Threads that start together, are all joined, and hand their failures on. */
public final class Racers {
  private Racers() {}

  /** Work that may throw. */
  public interface Work {
    void run() throws Exception;
  }

  public static void run(List<? extends Runnable> works) {
    ExecutorService threads = Executors.newFixedThreadPool(works.size());
    CyclicBarrier start = new CyclicBarrier(works.size());
    try {
      List<Future<?>> running = new ArrayList<>();
      for (Runnable work : works) {
        running.add(
            threads.submit(
                () -> {
                  start.await();
                  work.run();
                  return null;
                }));
      }
      for (Future<?> one : running) {
        one.get(50, TimeUnit.SECONDS);
      }
    } catch (ExecutionException failed) {
      throw new AssertionError("a racing thread failed", failed.getCause());
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while threads raced", stop);
    } catch (TimeoutException hang) {
      throw new AssertionError("a racing thread did not end within 50 s", hang);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Lets others run. */
  public static void pause() {
    LockSupport.parkNanos(20_000);
  }

  /** Stays for longer than it takes others to come in, if nothing keeps them out. */
  public static void stay() {
    LockSupport.parkNanos(1_000_000);
  }

  /** Work as a {@link Runnable}. */
  public static Runnable of(Work work) {
    return () -> {
      try {
        work.run();
      } catch (RuntimeException | Error trouble) {
        throw trouble;
      } catch (Exception trouble) {
        throw new AssertionError("a racing thread failed", trouble);
      }
    };
  }
}
