package dev.holdfast.lab.bugs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The simulation finds every bug that was put in on purpose, soon, and by a check that fits. */
final class BugsTest {
  private static final int MOST_SEEDS = 1_000_000;

  /**
   * Enough to see in every build that the simulation can fail: one in the engine, one in a script.
   */
  @ParameterizedTest
  @ValueSource(strings = {"deadline-from-after-the-reply", "script-release-without-owner-check"})
  void aFewAreFoundInEveryBuild(String name) throws Exception {
    find(name);
  }

  @Tag("rest")
  @ParameterizedTest
  @MethodSource("bugs")
  void isFoundWithinAMinuteOfProcessorTime(String name) throws Exception {
    find(name);
  }

  private static void find(String name) throws Exception {
    Bug bug = Bug.named(name);
    Class<?> hunt =
        PatchedClasses.with(bug, PatchedClasses.root()).loadClass("dev.holdfast.lab.sim.Hunt");
    @SuppressWarnings("unchecked")
    LongFunction<String> seeds =
        (LongFunction<String>)
            hunt.getConstructor(String.class, long.class).newInstance(bug.store(), bug.firstSeed());
    Duration before = processorTime();
    String found = assertTimeoutPreemptively(Duration.ofMinutes(10), () -> seeds.apply(MOST_SEEDS));
    Duration spent = processorTime().minus(before);
    assertTrue(spent.compareTo(Duration.ofMinutes(1)) < 0, () -> name + " took " + spent);
    List<String> words = List.of(found.split("\t", -1));
    System.out.println("| " + name + " | " + words.get(1) + " | " + words.get(0) + " |");
    assertTrue(
        bug.rules().contains(words.get(1)),
        () ->
            name
                + " was found by another check than those it names, "
                + bug.rules()
                + ": "
                + found);
  }

  /** What this process has had: the other programs of a busy machine do not count. */
  private static Duration processorTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
  }

  static List<String> bugs() {
    return Bug.names();
  }

  /** At least twelve, each of them different. */
  @Test
  void thereAreEnough() {
    assertTrue(Bug.names().size() >= 12);
    assertEquals(Bug.names().size(), Bug.names().stream().distinct().count());
  }
}
