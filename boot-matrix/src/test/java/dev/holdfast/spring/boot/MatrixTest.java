package dev.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.shop.ShopApplication;
import dev.holdfast.spring.boot.Cell.Kind;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The same application with each version of Spring Boot over each store, with the versions of all
 * libraries that Spring Boot chooses: two processes for a cell, which are asked over HTTP.
 */
@Tag("rest")
@Timeout(400)
@Execution(ExecutionMode.CONCURRENT)
class MatrixTest {
  /** Each with the libraries that its pom wrote down. */
  enum Boot {
    BOOT_3_5("3.5"),
    BOOT_4_0("4.0"),
    BOOT_4_1("4.1");

    private final String version;

    Boot(String version) {
      this.version = version;
    }

    /** The application, and what it needs. */
    List<Path> libraries() throws Exception {
      List<Path> libraries = new ArrayList<>();
      libraries.add(
          Path.of(
              ShopApplication.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
      libraries.addAll(librariesOf("boot-" + version));
      return libraries;
    }

    /** A context can be paused from Spring Framework 7 on. */
    boolean canPause() {
      return this != BOOT_3_5;
    }

    /** That of the others is older than 7.2, and has no client that locks can share. */
    boolean hasJedis() {
      return this == BOOT_4_1;
    }
  }

  /** What Maven found for a pom of this module. */
  private static List<Path> librariesOf(String folder) throws IOException {
    Path file = Path.of(System.getProperty("holdfast.matrix"), folder, "target/libraries");
    return Arrays.stream(
            Files.readString(file).strip().split(Pattern.quote(File.pathSeparator), -1))
        .map(Path::of)
        .toList();
  }

  /** One version over one store. */
  record Place(Boot boot, Kind kind) {
    @Override
    public String toString() {
      return boot + " " + kind;
    }
  }

  private static final Set<Kind> KINDS =
      EnumSet.complementOf(EnumSet.of(Kind.REDIS)); // that one is in the quick tier

  static Stream<Place> places() {
    return Arrays.stream(Boot.values())
        .flatMap(boot -> KINDS.stream().map(kind -> new Place(boot, kind)))
        .filter(place -> place.boot().hasJedis() || !place.kind().isJedis());
  }

  @ParameterizedTest
  @MethodSource("places")
  void anApplicationLivesThroughADay(Place place) throws Exception {
    List<Path> libraries = place.boot().libraries();
    try (Cell cell = new Cell(place.kind());
        RunningApplication one = RunningApplication.launched(cell, libraries, List.of())) {
      one.awaitStart();
      itStartsWithoutItsStore(one, cell);
      try (RunningApplication two =
          RunningApplication.launched(cell, libraries, List.of("--shop.lease=6s"))) {
        two.awaitStart();
        if (place.kind().hasDatabase()) {
          transactionsCommitBeforeTheUnlock(one, two);
        }
        oneOfThemRunsTheJob(one, two);
      }
      if (place.boot().canPause()) {
        itGoesOnAfterAPause(one);
      }
      aLossInTheMiddleIsTold(one, cell);
      assertEquals("got it: true", one.get("/succeed"), "what the killed one held");
      aTerminationLeavesNothing(one, cell);
    }
  }

  private static void itStartsWithoutItsStore(RunningApplication application, Cell cell)
      throws Exception {
    assertEquals("StoreException", application.get("/charge?id=7"));
    application.isUnhealthy();
    cell.start();
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> assertEquals("charged 7 under invoice:7", application.get("/charge?id=7")));
    application.isHealthy();
  }

  /** The database would lose updates where an unlock came before the commit. */
  private static void transactionsCommitBeforeTheUnlock(
      RunningApplication one, RunningApplication two) throws Exception {
    List<CompletableFuture<String>> asked =
        IntStream.range(0, 20)
            .mapToObj(i -> (i % 2 == 0 ? one : two).getLater("/increment"))
            .toList();
    Set<String> answers = new TreeSet<>();
    for (CompletableFuture<String> each : asked) {
      answers.add(each.get(60, TimeUnit.SECONDS));
    }
    assertEquals(
        IntStream.rangeClosed(1, 20)
            .mapToObj(number -> number + " held after the commit: true")
            .sorted()
            .toList(),
        List.copyOf(answers));
  }

  /** Until the job was due several times, with a store that answers. */
  private static void awaitTicks(RunningApplication application) throws Exception {
    int before = Integer.parseInt(application.get("/ticks"));
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> assertTrue(Integer.parseInt(application.get("/ticks")) > before + 5));
  }

  /** Then the second one is killed while it holds a lock. */
  private static void oneOfThemRunsTheJob(RunningApplication one, RunningApplication two)
      throws Exception {
    awaitTicks(one);
    awaitTicks(two);
    assertEquals("kept: true", two.get("/keep"));
    two.kill();
    two.awaitEnd();
    two.awaitLastWord();
    long runs =
        Stream.concat(one.heard().stream(), two.heard().stream())
            .filter(line -> line.equals("> job ran"))
            .count();
    assertEquals(1, runs);
  }

  private static void itGoesOnAfterAPause(RunningApplication application) throws Exception {
    assertEquals("held: true, then: true", application.get("/pause"));
    assertEquals("charged 8 under invoice:8", application.get("/charge?id=8"));
  }

  private static void aLossInTheMiddleIsTold(RunningApplication application, Cell cell)
      throws Exception {
    CompletableFuture<String> request = application.getLater("/overtaken");
    application.await("in the middle");
    boolean broken = cell.ask(client -> client.breakHold("overtaken", "a test of the matrix"));
    assertTrue(broken);
    assertEquals("LeaseLostException", request.get(60, TimeUnit.SECONDS));
  }

  private static void aTerminationLeavesNothing(RunningApplication application, Cell cell)
      throws Exception {
    assertEquals("kept: true", application.get("/keep"));
    CompletableFuture<String> request = application.getLater("/request");
    application.await("request holds");
    assertTrue(cell.held().containsAll(List.of("kept", "request")), cell.held()::toString);
    application.terminate();
    assertEquals("held: true", request.get(60, TimeUnit.SECONDS));
    assertEquals(RunningApplication.TERMINATED, application.awaitEnd());
    // The job's name stays taken as long as it says.
    assertEquals(List.of(), cell.held().stream().filter(name -> !name.equals("job")).toList());
  }

  /** What an application says that does not start; its exit code is 1. */
  private static List<String> refusal(Cell cell, List<Path> libraries, String... arguments)
      throws Exception {
    try (RunningApplication application =
        RunningApplication.launched(cell, libraries, List.of(arguments))) {
      assertEquals(1, application.awaitEnd());
      application.awaitLastWord();
      return application.heard();
    }
  }

  @ParameterizedTest
  @EnumSource
  void itDoesNotStartWithoutAStoreThatIsRequired(Boot boot) throws Exception {
    try (Cell cell = new Cell(Kind.LETTUCE)) {
      List<String> said = refusal(cell, boot.libraries(), "--holdfast.startup=required");
      assertTrue(said.stream().anyMatch(line -> line.startsWith("Holdfast: ")), said::toString);
      assertTrue(
          said.stream().anyMatch(line -> line.contains("holdfast.startup is lazy")),
          said::toString);
    }
  }

  /** A sentence that names the version and what to do, and no NoClassDefFoundError. */
  @ParameterizedTest
  @CsvSource({"BOOT_3_5, JEDIS", "BOOT_3_5, JEDIS_URL", "BOOT_4_0, JEDIS", "BOOT_4_0, JEDIS_URL"})
  void aJedisThatIsTooOldIsRefused(Boot boot, Kind kind) throws Exception {
    String found = boot == Boot.BOOT_3_5 ? "Jedis 6.0.0" : "Jedis 7.0.0";
    try (Cell cell = new Cell(kind)) {
      List<String> said = refusal(cell, boot.libraries());
      assertTrue(
          said.stream()
              .anyMatch(
                  line ->
                      line.startsWith("Holdfast: ")
                          && line.contains(found)
                          && line.contains("7.2 or later")),
          said::toString);
    }
  }

  @Test
  void jedisWithoutTheModuleForItIsRefused() throws Exception {
    List<Path> libraries =
        Boot.BOOT_4_1.libraries().stream()
            .filter(each -> !each.toString().contains("holdfast-redis-jedis"))
            .toList();
    try (Cell cell = new Cell(Kind.JEDIS_URL)) {
      List<String> said = refusal(cell, libraries);
      assertTrue(
          said.stream().anyMatch(line -> line.contains("add dev.holdfast:holdfast-redis-jedis")),
          said::toString);
    }
  }

  /** No driver, no pool, no Spring Data, and no Spring: those are the application's. */
  @Test
  void theStartersBringNothingButModulesOfOurs() throws Exception {
    List<Path> strange =
        librariesOf("starters").stream()
            .filter(each -> !each.toString().contains("holdfast-"))
            .toList();
    assertEquals(List.of(), strange);
  }

  /** Each kind of store is read from other files of ours. */
  @ParameterizedTest
  @CsvSource({"BOOT_3_5, POSTGRES", "BOOT_4_0, REDIS", "BOOT_4_1, LETTUCE"})
  void anApplicationThatIsProcessedAheadOfTimeLocks(Boot boot, Kind kind, @TempDir Path folder)
      throws Exception {
    try (Cell cell = Cell.started(kind)) {
      List<Path> libraries = AheadOfTime.processed(cell, boot.libraries(), folder);
      try (RunningApplication application =
          RunningApplication.launched(cell, libraries, List.of())) {
        application.awaitStart();
        assertEquals("ahead of time: true", application.get("/ahead"));
        assertEquals("charged 7 under invoice:7", application.get("/charge?id=7"));
        application.isHealthy();
        Awaitility.await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> application.heard().contains("> job ran"));
        application.terminate();
        assertEquals(RunningApplication.TERMINATED, application.awaitEnd());
        assertEquals(List.of("job"), cell.held());
      }
    }
  }

  /** With a finding of a real server. */
  @ParameterizedTest
  @EnumSource
  void aStoreThatThrowsLocksAwayFailsTheStartIfDoctorIsToldSo(Boot boot) throws Exception {
    List<String> evicting = List.of("--maxmemory", "64mb", "--maxmemory-policy", "allkeys-lru");
    try (Cell cell = new Cell(Kind.REDIS, evicting)) {
      cell.start();
      List<String> said = refusal(cell, boot.libraries(), "--holdfast.doctor=fail");
      assertTrue(
          said.stream().anyMatch(line -> line.contains("- problem: eviction: maxmemory-policy")),
          said::toString);
    }
  }
}
