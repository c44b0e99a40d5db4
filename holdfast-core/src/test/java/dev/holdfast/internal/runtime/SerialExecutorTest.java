package dev.holdfast.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class SerialExecutorTest {
  private final Queue<Runnable> executor = new ArrayDeque<>();
  private final SerialExecutor turns = new SerialExecutor(executor::add);
  private final List<String> done = new ArrayList<>();

  @Test
  void oneTaskAtATimeInTheirOrder() {
    turns.add(
        () -> {
          done.add("1");
          turns.add(() -> done.add("3"));
        });
    turns.add(() -> done.add("2"));
    for (int i = 1; i <= 3; i++) {
      assertEquals(1, executor.size(), "two at once");
      executor.remove().run();
      assertEquals(i, done.size());
    }
    assertTrue(executor.isEmpty());
    assertEquals(List.of("1", "2", "3"), done);
    turns.add(() -> done.add("4"));
    assertEquals(1, executor.size());
  }

  @Test
  void aTaskThatThrowsDoesNotStopTheNext() {
    turns.add(
        () -> {
          throw new IllegalStateException("thrown");
        });
    turns.add(() -> done.add("next"));
    assertThrows(IllegalStateException.class, () -> executor.remove().run());
    executor.remove().run();
    assertEquals(List.of("next"), done);
  }

  @Test
  void aTaskThatWasRefusedIsDoneBeforeTheNextOneThatIsNot() {
    boolean[] refuses = {true};
    SerialExecutor refused =
        new SerialExecutor(
            task -> {
              if (refuses[0]) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              executor.add(task);
            });
    assertThrows(OutOfMemoryError.class, () -> refused.add(() -> done.add("1")));
    refuses[0] = false;
    refused.add(() -> done.add("2"));
    executor.remove().run();
    executor.remove().run();
    assertEquals(List.of("1", "2"), done);
  }

  @Test
  void aTaskKnowsThatItIsOne() {
    turns.add(() -> done.add("inside " + turns.isRunningHere()));
    assertFalse(turns.isRunningHere());
    executor.remove().run();
    assertEquals(List.of("inside true"), done);
    assertFalse(turns.isRunningHere());
  }
}
