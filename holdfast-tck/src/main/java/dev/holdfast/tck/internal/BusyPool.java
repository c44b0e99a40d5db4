package dev.holdfast.tck.internal;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.holdfast.tck.internal.Racers.Work;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;

/**
 * A fork-join pool of few threads that always has more to do. It is the common pool where that has
 * two threads or more: before JDK 19, threads of no other pool help while they wait. Where it has
 * one, and on an old JDK, no thread ever helps.
 */
public final class BusyPool implements AutoCloseable {
  /** More than the waits of one call; threads that stand in for one that blocks take some, too. */
  private static final int TASKS = 8;

  private final boolean isOwn = ForkJoinPool.getCommonPoolParallelism() < 2;
  private final ForkJoinPool pool = isOwn ? new ForkJoinPool(2) : ForkJoinPool.commonPool();
  private final CountDownLatch over = new CountDownLatch(1);

  /** What is called on a thread of the pool, while other tasks are there to be run. */
  public interface Calls {
    <T> T ask(String name, Callable<T> call) throws Exception;

    default void make(String name, Work call) throws Exception {
      Object unused =
          ask(
              name,
              () -> {
                call.run();
                return name;
              });
    }
  }

  /** Much that is called. */
  public interface Script {
    void run(Calls calls) throws Exception;
  }

  /** Runs the script on a thread of the pool; returns the calls inside which other tasks ran. */
  public Set<String> during(Script script) throws Exception {
    CompletableFuture<Set<String>> result = new CompletableFuture<>();
    CompletableFuture<Void> unused =
        CompletableFuture.runAsync(
            () -> {
              Recording recording = new Recording();
              try {
                script.run(recording);
                result.complete(recording.helped);
              } catch (Exception | Error failed) {
                result.completeExceptionally(failed);
              }
            },
            pool);
    return result.get(50, SECONDS);
  }

  /** Runs it this number of times, in tasks that a task of the pool submits. */
  public CompletableFuture<Void> fromWithin(int times, Work work) {
    return CompletableFuture.supplyAsync(
            () -> Stream.generate(() -> submit(Racers.of(work))).limit(times).toList(), pool)
        .thenCompose(tasks -> CompletableFuture.allOf(tasks.toArray(CompletableFuture[]::new)));
  }

  private CompletableFuture<Void> submit(Runnable task) {
    return CompletableFuture.runAsync(task, pool);
  }

  @Override
  public void close() {
    over.countDown();
    if (isOwn) {
      pool.shutdown();
    }
  }

  /** Used by one thread, but that others take tasks of its. */
  private final class Recording implements Calls {
    private final Thread thread = Thread.currentThread();
    private final Set<String> helped = new TreeSet<>();
    private String present = "";

    @Override
    public <T> T ask(String name, Callable<T> call) throws Exception {
      for (int i = 0; i < TASKS; i++) {
        CompletableFuture<Void> unused = submit(this::other);
      }
      present = name;
      T answer = call.call();
      present = "";
      return answer;
    }

    private void other() {
      if (Thread.currentThread() != thread) {
        awaitTheEnd();
      } else if (!present.isEmpty()) {
        helped.add(present);
      }
    }

    /** Leaves the rest of the tasks to the thread that is looked at. */
    private void awaitTheEnd() {
      try {
        boolean unused = over.await(50, SECONDS);
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
