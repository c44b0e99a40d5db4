package dev.holdfast.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spec.Check.Bounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The models in {@code spec/} hold, and without any one of their rules they do not.
 *
 * <p>{@code -Dholdfast.spec=full} adds the larger bounds, which take hours.
 */
final class ModelsTest {
  private static final Path SPEC =
      Path.of(System.getProperty("holdfast.root", "..")).resolve("spec").toAbsolutePath();
  private static final Path RUNS = Path.of("target", "tlc").toAbsolutePath();
  private static final boolean FULL = "full".equals(System.getProperty("holdfast.spec"));

  static Stream<Check> quick() throws IOException {
    return checks(Set.of(Bounds.QUICK));
  }

  static Stream<Check> others() throws IOException {
    return checks(FULL ? Set.of(Bounds.SMALL, Bounds.FULL) : Set.of(Bounds.SMALL));
  }

  private static Stream<Check> checks(Set<Bounds> bounds) throws IOException {
    // What takes long begins first.
    return Check.read(SPEC.resolve("checks.txt")).stream()
        .filter(check -> bounds.contains(check.bounds()))
        .sorted((a, b) -> Boolean.compare(isTwin(a), isTwin(b)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("quick")
  void tlcFindsInSeconds(Check check) throws Exception {
    tlcFinds(check);
  }

  @Tag("rest")
  @ParameterizedTest(name = "{0}")
  @MethodSource("others")
  void tlcFindsInMinutes(Check check) throws Exception {
    tlcFinds(check);
  }

  private static void tlcFinds(Check check) throws Exception {
    boolean full = check.bounds() == Bounds.FULL;
    Path directory = RUNS.resolve(check.toString().replaceAll("\\W+", "-"));
    List<String> flags = new ArrayList<>(List.of(full ? "-Xmx3g" : "-Xmx1g"));
    // What is refuted is so within seconds; an optimizing compiler pays for the states of a quorum.
    if (isTwin(check) && !full && !check.model().equals("Quorum")) {
      flags.add("-XX:TieredStopAtLevel=1");
    }
    Tlc tlc = new Tlc(directory, flags, full ? 240 : 10);
    String base = Files.readString(SPEC.resolve(check.model() + ".cfg"));
    Tlc.Result result = tlc.run(SPEC.resolve(check.model() + ".tla"), check.configure(base));
    System.out.println(check.model() + " " + check.constants() + ": " + result);
    assertEquals(check.expected(), result.outcome(), () -> "see " + result.log());
  }

  /** A rule that no twin leaves out has not been shown to be needed. */
  @Test
  void everyRuleHasATwin() throws IOException {
    List<Check> checks = Check.read(SPEC.resolve("checks.txt"));
    for (String model : checks.stream().map(Check::model).distinct().toList()) {
      String text = Files.readString(SPEC.resolve(model + ".tla"));
      Set<String> rules =
          Pattern.compile("\\bOn\\(\"(\\w+)\"\\)")
              .matcher(text)
              .results()
              .map(found -> found.group(1))
              .collect(Collectors.toSet());
      Set<String> refuted =
          checks.stream()
              .filter(check -> check.model().equals(model) && isTwin(check))
              .map(check -> check.constants().getOrDefault("Without", ""))
              .collect(Collectors.toSet());
      for (String rule : rules) {
        assertTrue(refuted.contains("{\"" + rule + "\"}"), model + " has no twin without " + rule);
      }
    }
  }

  private static boolean isTwin(Check check) {
    return !check.expected().equals(Check.HOLDS);
  }
}
