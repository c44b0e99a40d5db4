package dev.holdfast.consensus;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tries that are refused again and again do not become all that a store does. */
class ConflictsTest {
  @Test
  void theFirstTriesAreMadeAtOnce() {
    for (int count = 1; count <= 4; count++) {
      assertTrue(Conflicts.pause("n", count).isDone(), "after " + count);
    }
  }

  @Test
  void laterOnesPause() throws Exception {
    long begun = System.nanoTime();
    for (int count = 5; count <= 12; count++) {
      Conflicts.pause("n", count).get(10, TimeUnit.SECONDS);
    }
    assertTrue(System.nanoTime() - begun >= TimeUnit.MILLISECONDS.toNanos(8), "each by 1 ms");
    assertFalse(Conflicts.pause("n", 100).isDone());
  }

  @Test
  void andTheyHaveAnEnd() {
    CompletionException failed =
        assertThrows(CompletionException.class, () -> Conflicts.pause("n", 101).join());
    StoreException why = assertInstanceOf(StoreException.class, failed.getCause());
    assertTrue(why.isTransient());
    assertTrue(why.getMessage().contains("'n'"), why.getMessage());
  }
}
