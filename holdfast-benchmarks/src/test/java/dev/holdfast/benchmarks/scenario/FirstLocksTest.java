package dev.holdfast.benchmarks.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.run.RedisLibrary;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Fresh processes, of today's library and of one that is compiled from this repository's history.
 */
@Tag("rest")
final class FirstLocksTest {
  private static final List<String> ROWS =
      List.of("jedis-bare", "holdfast-url-jedis", "older-holdfast-url-jedis");

  @TempDir Path folder;

  @Test
  void eachRoundHasAFreshProcessOfItsOwnLibrary() throws Exception {
    FirstLocks scenario = new FirstLocks("N0", RedisLibrary.JEDIS, 20);
    Figures figures = Measured.of(scenario, folder, 0.1, 2, Set.copyOf(ROWS));
    assertEquals(Map.of(), figures.failures());
    for (String row : ROWS) {
      assertEquals(2, figures.values(row, FirstLocks.TOOK).size(), row);
      double first = figures.summary(row, FirstLocks.FIRST).orElseThrow();
      assertTrue(first > 0 && first < figures.summary(row, FirstLocks.TOOK).orElseThrow(), row);
    }
  }
}
