package dev.holdfast.lab.builds;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.lab.builds.OlderBuild.Change;
import dev.holdfast.lab.check.Register;
import dev.holdfast.lab.check.Violation;
import dev.holdfast.lab.episode.Episode;
import dev.holdfast.lab.episode.Plan;
import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.episode.Verdict;
import dev.holdfast.lab.nemesis.Fault;
import dev.holdfast.lab.nemesis.Nemesis;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A rolling update, and the way back: three processes of an older build of this repository share
 * names under load, and are replaced one by one by today's, then by the older one again. Of each
 * three the first is killed, and the others end in good order. Nothing that locks promise is
 * broken: what is claimed while a client is killed is claimed all the time.
 */
@Tag("rest")
final class RollingUpdateTest {
  private static final String TODAYS = "";

  /** Sections after each replacement, by all clients: work goes on. */
  private static final int SECTIONS = 30;

  private static final Map<String, List<String>> KINDS =
      Map.of(
          "jedis", List.of("", "rw-", "permits-", "all-", "election-"),
          "sqlite", List.of("", "permits-"),
          "postgres", List.of("", "election-"),
          "zookeeper", List.of("", "election-"),
          "etcd", List.of("", "permits-"));

  @TempDir static Path folder;

  private static Builds builds;

  @BeforeAll
  static void start() throws IOException {
    builds = new Builds(OlderBuild.of(TwoBuildsTest.OLDER, folder.resolve("older")), "rig");
  }

  @AfterAll
  static void stop() {
    builds.close();
  }

  /**
   * All kinds on Redis; on each other store the mutex, and one more kind, which two stores of
   * different families have in common. All on all with {@code -Dholdfast.rolling=full}.
   */
  static Stream<String> locks() {
    boolean full = "full".equals(System.getProperty("holdfast.rolling"));
    return KINDS.keySet().stream()
        .sorted()
        .flatMap(
            store ->
                KINDS.get(full ? "jedis" : store).stream().map(kind -> "holdfast-" + kind + store));
  }

  @ParameterizedTest
  @MethodSource("locks")
  void clientsAreReplacedOneByOneAndBackAgain(String lock) throws IOException {
    Verdict verdict = builds.play(lock);
    assertEquals(List.of(), verdict.violations());
    assertEquals(List.of(), builds.left, "what clients left behind that ended in good order");
    assertTrue(verdict.sections() > 6 * SECTIONS, () -> verdict.sections() + " sections");
  }

  /**
   * What the checks are worth: a build that keeps its holds in another place, and looks at none.
   */
  @Test
  void anUpdateToAnotherLayoutIsConvicted() throws IOException {
    Path other =
        OlderBuild.of(
            TwoBuildsTest.OLDER,
            folder.resolve("other"),
            new Change(
                "holdfast-redis/src/main/java/dev/holdfast/redis/Keys.java",
                "\"hf1:\"",
                "\"hf0:\""));
    try (Builds control = new Builds(other, "control")) {
      Set<String> found =
          control.play("holdfast-jedis").violations().stream()
              .map(Violation::check)
              .collect(Collectors.toCollection(TreeSet::new));
      assertTrue(found.contains("C2"), found::toString);
    }
  }

  /** Three clients, and the build that each of them has from its next start on. */
  private static final class Builds implements AutoCloseable {
    private final String older;
    private final String[] next = new String[Rig.CLIENTS];
    private final List<String> left = new ArrayList<>();
    private final Rig rig;

    Builds(Path older, String name) throws IOException {
      this.older = older.toString();
      Arrays.fill(next, this.older);
      rig = new Rig(folder.resolve(name), client -> next[client]);
    }

    Verdict play(String lock) throws IOException {
      left.clear();
      Fault update =
          new Fault("update, kill-client", "clients", "clients are replaced", true, Update::new);
      return new Episode(rig, new Plan(lock, update, 1)).play();
    }

    @Override
    public void close() {
      rig.close();
    }

    private final class Update implements Nemesis {
      @Override
      public void inject(Rig rig, SplittableRandom random) throws IOException {
        replaceAll(TODAYS);
        replaceAll(older);
      }

      @Override
      public void heal(Rig rig) {}

      private void replaceAll(String build) throws IOException {
        for (int client = 0; client < Rig.CLIENTS; client++) {
          next[client] = build;
          if (client == 0) {
            rig.killClient(client);
          } else {
            left.addAll(rig.endClient(client));
          }
          rig.reviveClient(client);
          Register register = rig.register();
          long before = register.size();
          await().atMost(30, SECONDS).until(() -> register.size() > before + SECTIONS);
        }
      }
    }
  }
}
