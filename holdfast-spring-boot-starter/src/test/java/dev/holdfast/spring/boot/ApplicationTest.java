package dev.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spring.boot.Cell.Kind;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.SpringBootVersion;

/** Applications of Spring Boot, as processes of their own, with real stores. */
@Timeout(180)
class ApplicationTest {
  /** SIGTERM's exit code. */
  private static final int TERMINATED = 143;

  private static final Pattern UP = status("UP");
  private static final Pattern DOWN = status("DOWN");

  private static Pattern status(String status) {
    return Pattern.compile(
        "\"holdfast\":\\{[^{}]*\"status\":\""
            + status
            + "\"|\"holdfast\":\\{.*?\\},\"status\":\""
            + status
            + "\"");
  }

  /** These tests are compiled and run for several versions of Spring Boot, one in each module. */
  @Test
  void itIsTheSpringBootOfThisModule() {
    assertEquals(System.getProperty("holdfast.boot"), SpringBootVersion.getVersion());
  }

  @Test
  void nothingIsLeftInRedisAfterATermination() throws Exception {
    nothingIsLeft(Kind.REDIS);
  }

  @Test
  @Tag("rest")
  void nothingIsLeftInRedisByItsUrlAfterATermination() throws Exception {
    nothingIsLeft(Kind.REDIS_URL);
  }

  @Test
  @Tag("rest")
  void nothingIsLeftInPostgresAfterATermination() throws Exception {
    nothingIsLeft(Kind.POSTGRES);
  }

  /** A request holds a lock, and so does something that never gives it back. */
  private static void nothingIsLeft(Kind kind) throws Exception {
    try (Cell cell = Cell.started(kind);
        RunningApplication application = RunningApplication.started(cell)) {
      assertEquals("charged 7 under invoice:7", application.get("/charge?id=7"));
      assertEquals("kept: true", application.get("/keep"));
      CompletableFuture<String> request = application.getLater("/request");
      application.await("request holds");
      assertTrue(cell.held().containsAll(List.of("kept", "request")), cell.held()::toString);
      isHealthy(application);
      String leases = application.get("/actuator/holdfast");
      assertTrue(leases.contains("\"name\":\"request\""), leases);
      String metric = application.get("/actuator/metrics/holdfast.locks.held");
      assertTrue(metric.contains("\"tag\":\"group\""), metric);
      long told = System.nanoTime();
      application.terminate();
      assertEquals("held: true", request.get(30, TimeUnit.SECONDS));
      assertEquals(TERMINATED, application.awaitEnd());
      long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - told);
      // The job's name stays taken as long as it says.
      assertEquals(List.of(), cell.held().stream().filter(name -> !name.equals("job")).toList());
      assertTrue(took < Duration.ofSeconds(6).toMillis(), "took " + took + " ms");
    }
  }

  /** The store and all else: what the application does not have is not looked for. */
  private static void isHealthy(RunningApplication application) throws Exception {
    String health = application.get("/actuator/health");
    assertTrue(UP.matcher(health).find(), health);
    assertTrue(!health.contains("DOWN"), health);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("rest")
  void oneOfTwoInstancesRunsTheJob(Kind kind) throws Exception {
    try (Cell cell = Cell.started(kind);
        RunningApplication one = RunningApplication.started(cell);
        RunningApplication two = RunningApplication.started(cell)) {
      one.await("ticked");
      two.await("ticked");
      one.terminate();
      two.terminate();
      assertEquals(TERMINATED, one.awaitEnd());
      assertEquals(TERMINATED, two.awaitEnd());
      List<String> said =
          Stream.concat(one.heard().stream(), two.heard().stream())
              .filter(line -> line.equals("> job ran"))
              .toList();
      assertEquals(1, said.size(), said::toString);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("rest")
  void itStartsWithoutItsStore(Kind kind) throws Exception {
    try (Cell cell = new Cell(kind);
        RunningApplication application = RunningApplication.started(cell)) {
      assertEquals("StoreException", application.get("/charge?id=7"));
      String health = application.get("/actuator/health");
      assertTrue(DOWN.matcher(health).find(), health);
      assertTrue(health.contains("dev.holdfast.StoreException"), health);
      cell.start();
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () -> assertEquals("charged 7 under invoice:7", application.get("/charge?id=7")));
      application.terminate();
      assertEquals(TERMINATED, application.awaitEnd());
      assertTrue(!cell.held().contains("invoice:7"));
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("rest")
  void itDoesNotStartWithoutAStoreThatIsRequired(Kind kind) throws Exception {
    try (Cell cell = new Cell(kind);
        RunningApplication application =
            RunningApplication.launched(cell, "--holdfast.startup=required")) {
      assertEquals(1, application.awaitEnd());
      List<String> said = application.heard();
      assertTrue(said.stream().anyMatch(line -> line.startsWith("Holdfast: ")), said::toString);
      assertTrue(
          said.stream().anyMatch(line -> line.contains("holdfast.startup is lazy")),
          said::toString);
    }
  }
}
