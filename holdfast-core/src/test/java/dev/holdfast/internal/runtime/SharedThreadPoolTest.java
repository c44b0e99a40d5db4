package dev.holdfast.internal.runtime;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class SharedThreadPoolTest {
  private static final long HOUR_MILLIS = SECONDS.toMillis(3_600);

  private final String name = "holdfast-shared-" + System.identityHashCode(this);

  private List<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(name))
        .toList();
  }

  private String nameOfOne(SharedThreadPool shared) throws Exception {
    return CompletableFuture.supplyAsync(() -> Thread.currentThread().getName(), shared)
        .get(20, SECONDS);
  }

  private void threeAtATime(SharedThreadPool shared) throws Exception {
    CountDownLatch met = new CountDownLatch(3);
    for (int i = 0; i < 3; i++) {
      shared.execute(met::countDown);
      shared.execute(
          () -> {
            try {
              met.await();
            } catch (InterruptedException stop) {
              Thread.currentThread().interrupt();
            }
          });
    }
    met.await(20, SECONDS);
    awaitIdle();
  }

  private void awaitIdle() {
    Awaitility.await()
        .until(() -> threads().stream().allMatch(t -> t.getState() == Thread.State.TIMED_WAITING));
  }

  /** Calls that are made one after another, by whatever clients, take one thread. */
  @Test
  void aThreadIsMadeOnlyIfNoneIsIdle() throws Exception {
    SharedThreadPool shared = new SharedThreadPool(name, HOUR_MILLIS);
    shared.enter();
    for (int i = 0; i < 3; i++) {
      assertEquals(name + "-1", nameOfOne(shared));
      awaitIdle();
    }
    shared.leave();
  }

  @Test
  void threadsEndWhenThereIsNothingToDo() throws Exception {
    SharedThreadPool shared = new SharedThreadPool(name, 1);
    shared.enter();
    threeAtATime(shared);
    Awaitility.await().until(() -> threads().isEmpty());
    shared.leave();
  }

  /** Whoever closes the last client may look for threads. */
  @Test
  void thoseThatAreIdleEndWithTheLastUser() throws Exception {
    SharedThreadPool shared = new SharedThreadPool(name, HOUR_MILLIS);
    shared.enter();
    shared.enter();
    threeAtATime(shared);
    int idle = threads().size();
    shared.leave();
    assertEquals(idle, threads().size());
    shared.leave();
    Awaitility.await().until(() -> threads().isEmpty());
    String unused = nameOfOne(shared); // what comes late is done, and its thread ends as well
    Awaitility.await().until(() -> threads().isEmpty());
  }
}
