package dev.holdfast.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Tasks on threads that run when the test says so. */
class BoundedExecutorTest {
  private final Queue<Runnable> threads = new ArrayDeque<>();
  private final List<String> done = new ArrayList<>();
  private final BoundedExecutor two = new BoundedExecutor(2, this::start);
  private boolean noThreads;

  private void start(Runnable thread) {
    if (noThreads) {
      throw new OutOfMemoryError("unable to create native thread");
    }
    threads.add(thread);
  }

  private void add(String task) {
    two.execute(() -> done.add(task));
  }

  private void runOne() {
    Objects.requireNonNull(threads.poll(), "a thread").run();
  }

  @Test
  void furtherTasksWaitAndAreDoneInTheirOrder() {
    for (String task : List.of("a", "b", "c", "d")) {
      add(task);
    }
    assertEquals(2, threads.size());
    runOne();
    assertEquals(List.of("a", "b", "c", "d"), done);
    runOne();
    add("e");
    add("f");
    add("g");
    assertEquals(2, threads.size(), "both were given back");
  }

  @Test
  void aTaskThatComesWhenItsThreadHasLookedIsDone() {
    two.execute(() -> add("inner"));
    runOne();
    while (!threads.isEmpty()) {
      runOne();
    }
    assertEquals(List.of("inner"), done);
  }

  @Test
  void aTaskThatFailsTakesNoThreadAway() {
    for (int i = 0; i < 3; i++) {
      two.execute(
          () -> {
            throw new LinkageError("of the task");
          });
    }
    add("after them");
    runOne();
    assertEquals(List.of("after them"), done);
    runOne();
    add("e");
    add("f");
    assertEquals(2, threads.size(), "both were given back");
  }

  /** User code may leave it behind, and a store's driver would fail by it. */
  @Test
  void theInterruptOfOneTaskIsNotTheNextOnes() {
    two.execute(() -> Thread.currentThread().interrupt());
    two.execute(() -> done.add("interrupted: " + Thread.interrupted()));
    runOne();
    assertEquals(List.of("interrupted: false"), done);
  }

  /** There may be no other thread to be had: what waits is for the one that looks once more. */
  @Test
  void whatComesWhenAThreadHasLookedIsDoneThoughNoOtherCanBeMade() {
    two.execute(
        () -> {
          noThreads = true;
          assertThrows(OutOfMemoryError.class, () -> add("refused"));
          noThreads = false;
          add("a");
          add("b");
          noThreads = true;
          throw new LinkageError("of the task");
        });
    runOne();
    assertEquals(List.of("a", "b"), done);
  }

  /** Else its caller would be told twice what came of it. */
  @Test
  void aTaskThatWasRefusedIsNotDoneLater() {
    noThreads = true;
    for (String task : List.of("a", "b", "c")) {
      assertThrows(OutOfMemoryError.class, () -> add(task));
    }
    noThreads = false;
    add("d");
    runOne();
    assertEquals(List.of("d"), done);
  }

  @Test
  void onceItIsClosedOnlyWhatWaitsIsDone() {
    for (String task : List.of("a", "b", "c")) {
      add(task);
    }
    two.close();
    assertThrows(RejectedExecutionException.class, () -> add("d"));
    runOne();
    assertEquals(List.of("a", "b", "c"), done);
  }
}
