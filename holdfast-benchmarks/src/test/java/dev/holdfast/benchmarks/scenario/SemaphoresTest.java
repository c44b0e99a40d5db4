package dev.holdfast.benchmarks.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.benchmarks.contender.ContenderProvider;
import dev.holdfast.benchmarks.contender.NoLock;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.job.OccupancyCheck;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who lets in more than there are permits for is not measured, however fast. */
@Tag("rest")
final class SemaphoresTest {
  private static final String SEMAPHORE = "jedis-permits";

  @TempDir Path folder;

  @Test
  void whoLetsInTooManyFails() throws Exception {
    Semaphores scenario =
        new Semaphores("S0", "a test", SEMAPHORE, 2, 4, List.of(SEMAPHORE, NoLock.ID));
    Figures figures = Measured.of(scenario, folder);
    assertEquals(Set.of(NoLock.ID), figures.failures().keySet());
    String why = String.valueOf(figures.failures().get(NoLock.ID));
    assertTrue(why.endsWith("were inside at once where 4 may be"), why);
    double most = figures.summary(SEMAPHORE, OccupancyCheck.MOST).orElseThrow();
    assertTrue(most >= 1 && most <= ContenderProvider.PERMITS, "most inside: " + most);
  }
}
