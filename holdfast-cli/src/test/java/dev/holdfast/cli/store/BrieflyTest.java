package dev.holdfast.cli.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What is done briefly harms nothing, whatever it throws. */
class BrieflyTest {
  @Test
  void anErrorEndsItAndIsNotPrinted() {
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    List<String> uncaught = new CopyOnWriteArrayList<>();
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, error) -> uncaught.add(thread.getName() + ": " + error));
    try {
      assertTrue(
          Briefly.run(
              Duration.ofSeconds(30),
              () -> {
                throw new LinkageError("as the test wants");
              }));
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
    assertEquals(
        List.of(), uncaught.stream().filter(said -> said.startsWith("holdfast-briefly")).toList());
  }
}
