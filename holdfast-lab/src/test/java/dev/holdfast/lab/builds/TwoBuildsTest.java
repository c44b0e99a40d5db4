package dev.holdfast.lab.builds;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.lab.builds.OlderBuild.Change;
import dev.holdfast.lab.check.Violation;
import dev.holdfast.lab.episode.Episode;
import dev.holdfast.lab.episode.Plan;
import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.episode.Verdict;
import dev.holdfast.lab.nemesis.Faults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A rolling update: clients of an older build of this repository and of today's share names, while
 * some of them are killed. They exclude each other on every store, for every kind of lock.
 */
@Tag("rest")
final class TwoBuildsTest {
  /** The oldest build whose layouts are today's. */
  static final String OLDER = "301fa20";

  private static final Set<String> SAFETY = Set.of("C1", "C2", "F1", "SET", "LINEAR");

  @TempDir static Path folder;

  private static Rig rig;

  private static Path older;

  @BeforeAll
  static void start() throws IOException {
    older = OlderBuild.of(OLDER, folder.resolve("older"));
    String first = older.toString();
    rig = new Rig(folder.resolve("rig"), client -> client == 1 ? first : "");
  }

  @AfterAll
  static void stop() {
    rig.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "holdfast-rw-jedis",
        "holdfast-permits-jedis",
        "holdfast-all-jedis",
        "holdfast-election-jedis",
        "holdfast-rw-lettuce",
        "holdfast-rw-sqlite",
        "holdfast-rw-postgres",
        "holdfast-permits-postgres",
        "holdfast-session-postgres",
        "holdfast-rw-mariadb",
        "holdfast-session-mariadb",
        "holdfast-rw-mysql",
        "holdfast-session-mysql",
        "holdfast-rw-zookeeper",
        "holdfast-rw-etcd",
        "holdfast-permits-etcd"
      })
  void theOlderAndTheNewerBuildExcludeEachOther(String lock) throws IOException {
    Verdict verdict = play(rig, lock);
    assertEquals(
        List.of(), verdict.violations().stream().filter(v -> SAFETY.contains(v.check())).toList());
    assertTrue(verdict.sections() > 50, () -> "only " + verdict.sections() + " sections");
  }

  /** A URL of any store is found by it, as the providers of all its modules are. */
  @Test
  void theOlderBuildHasTheProvidersOfAllItsModules() throws IOException {
    Path services = older.resolve("META-INF/services/dev.holdfast.spi.StoreProvider");
    assertEquals(
        Set.of("memory", "quorum", "redis.jedis", "redis.lettuce", "jdbc", "zookeeper", "etcd"),
        Files.readAllLines(services).stream()
            .map(line -> line.replaceFirst("^dev\\.holdfast\\.(.*)\\.[A-Za-z]+$", "$1"))
            .collect(Collectors.toSet()));
  }

  /** What the checks are worth: a build that keeps its holds in another place is convicted. */
  @Test
  void aBuildWithAnotherLayoutIsConvicted() throws IOException {
    String other =
        OlderBuild.of(
                OLDER,
                folder.resolve("other"),
                new Change(
                    "holdfast-redis/src/main/java/dev/holdfast/redis/Keys.java",
                    "\"hf1:\"",
                    "\"hf0:\""))
            .toString();
    try (Rig mixed = new Rig(folder.resolve("mixed"), client -> client == 1 ? other : "")) {
      Set<String> found =
          play(mixed, "holdfast-jedis").violations().stream()
              .map(Violation::check)
              .collect(Collectors.toCollection(TreeSet::new));
      assertTrue(found.contains("C2"), found::toString);
    }
  }

  private static Verdict play(Rig rig, String lock) throws IOException {
    return new Episode(rig, new Plan(lock, Faults.named("kill-client"), 1)).play();
  }
}
