package dev.holdfast.benchmarks.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.figure.Figures;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole scenario with one server, five, five of which one hangs, and an older Redisson. */
@Tag("rest")
final class QuorumLocksTest {
  private static final List<String> ROWS =
      List.of(
          QuorumLocks.ONE_SERVER,
          QuorumLocks.BARE,
          QuorumLocks.QUORUM,
          QuorumLocks.ONE_HANGS,
          QuorumLocks.REDLOCK,
          QuorumLocks.QUORUM_LETTUCE);

  @TempDir Path folder;

  @Test
  void allAreMeasuredAndNoServerIsLeft() throws Exception {
    QuorumLocks scenario = new QuorumLocks("Q0", "a test", 2, Duration.ofSeconds(1), ROWS);
    Figures figures = Measured.of(scenario, folder);
    assertEquals(Map.of(), figures.failures());
    for (String row : ROWS) {
      assertEquals(2, figures.values(row, Figure.RATE).size(), row);
      assertTrue(figures.summary(row, Figure.RATE).orElseThrow() > 0, row);
    }
    // One to acquire and one to release, at each server at the least.
    assertEquals(2, commands(figures, QuorumLocks.ONE_SERVER), 0.2);
    for (String row : List.of(QuorumLocks.REDLOCK, QuorumLocks.QUORUM_LETTUCE)) {
      assertTrue(commands(figures, row) > 9.5, row + " asks all five");
    }
    assertTrue(commands(figures, QuorumLocks.QUORUM) > 4.9, "two threads share a script at most");
    assertTrue(commands(figures, QuorumLocks.BARE) > 4.5, "its scripts are those that release");
    CompletableFuture.allOf(
            ProcessHandle.current()
                .children()
                .filter(child -> child.info().command().orElse("").contains("redis"))
                .map(ProcessHandle::onExit)
                .toArray(CompletableFuture[]::new))
        .get(10, TimeUnit.SECONDS);
  }

  private static double commands(Figures figures, String row) {
    return figures.summary(row, Figure.COMMANDS).orElseThrow();
  }
}
