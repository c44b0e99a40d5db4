package dev.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spring.boot.Cell.Kind;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.SpringBootVersion;

/**
 * One application of Spring Boot, as a process of its own, with a real store. The matrix of all
 * versions and stores is in the module {@code boot-matrix}.
 */
@Timeout(180)
class ApplicationTest {
  /** These tests are compiled and run for several versions of Spring Boot, one in each module. */
  @Test
  void itIsTheSpringBootOfThisModule() {
    assertEquals(System.getProperty("holdfast.boot"), SpringBootVersion.getVersion());
  }

  /** A request holds a lock, and so does something that never gives it back. */
  @Test
  void nothingIsLeftInRedisAfterATermination() throws Exception {
    try (Cell cell = Cell.started(Kind.REDIS);
        RunningApplication application = RunningApplication.started(cell)) {
      assertEquals("charged 7 under invoice:7", application.get("/charge?id=7"));
      assertEquals("kept: true", application.get("/keep"));
      CompletableFuture<String> request = application.getLater("/request");
      application.await("request holds");
      assertTrue(cell.held().containsAll(List.of("kept", "request")), cell.held()::toString);
      application.isHealthy();
      String leases = application.get("/actuator/holdfast");
      assertTrue(leases.contains("\"name\":\"request\""), leases);
      String metric = application.get("/actuator/metrics/holdfast.locks.held");
      assertTrue(metric.contains("\"tag\":\"group\""), metric);
      // Made by a handler of the application's observations, which adds this tag.
      String observed = application.get("/actuator/metrics/holdfast.lock.acquire");
      assertTrue(observed.contains("\"tag\":\"error\""), observed);
      long told = System.nanoTime();
      application.terminate();
      assertEquals("held: true", request.get(30, TimeUnit.SECONDS));
      assertEquals(RunningApplication.TERMINATED, application.awaitEnd());
      long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - told);
      // The job's name stays taken as long as it says.
      assertEquals(List.of(), cell.held().stream().filter(name -> !name.equals("job")).toList());
      assertTrue(took < Duration.ofSeconds(6).toMillis(), "took " + took + " ms");
    }
  }
}
