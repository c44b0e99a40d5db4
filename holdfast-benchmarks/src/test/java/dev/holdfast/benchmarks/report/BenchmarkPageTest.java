package dev.holdfast.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.benchmarks.run.Scenario;
import dev.holdfast.benchmarks.scenario.Scenarios;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class BenchmarkPageTest {
  private static final Path REPOSITORY = Path.of(System.getProperty("holdfast.root"));

  @Test
  void pagesShowTheRunThatIsCommitted() throws Exception {
    for (String page : BenchmarkPage.PAGES) {
      String shown = Files.readString(REPOSITORY.resolve(page));
      assertTrue(shown.contains("<!-- figures: "), page + " shows no figures");
      assertEquals(
          BenchmarkPage.text(REPOSITORY, page), shown, "./holdfast bench --draw writes it anew");
    }
  }

  @Test
  void pagesShowRowsOfScenarios() {
    for (String id : BenchmarkPage.scenarios()) {
      Scenario scenario =
          Scenarios.all().stream().filter(one -> one.id().equals(id)).findFirst().orElseThrow();
      Set<String> rows = BenchmarkPage.rows(scenario);
      assertTrue(scenario.rows().containsAll(rows), id + " has not all of " + rows);
    }
  }
}
