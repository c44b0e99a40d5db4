package dev.holdfast.gates;

import static org.junit.jupiter.api.Assertions.fail;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The tree keeps its own rules. */
final class TidyTest {
  private static final String EXCEPTIONS =
      "holdfast-gates/src/test/resources/dev/holdfast/gates/tidy-exceptions.txt";
  private static final Path FILE = Tree.root().resolve(EXCEPTIONS);

  private static final Tree TREE = Tree.ofThisBuild();

  /** What each rule finds, looked for once. */
  private static final Map<TidyRule, List<Finding>> FOUND = new EnumMap<>(TidyRule.class);

  @ParameterizedTest
  @EnumSource
  void theTreeKeeps(TidyRule rule) throws Exception {
    Exceptions exceptions = Exceptions.read(FILE);
    report(
        rule + " is broken (agreed exceptions go into " + EXCEPTIONS + ")",
        found(rule).stream().filter(f -> !exceptions.covers(rule, f)).toList());
  }

  @ParameterizedTest
  @EnumSource
  void noExceptionIsOutOfDate(TidyRule rule) throws Exception {
    List<String> broken = found(rule).stream().map(Finding::path).toList();
    report(
        "exceptions that nothing needs any more, in " + EXCEPTIONS,
        Exceptions.read(FILE).of(rule).stream().filter(e -> !broken.contains(e.path())).toList());
  }

  @Test
  void everyExceptionIsOfARule() throws Exception {
    List<String> rules = Arrays.stream(TidyRule.values()).map(TidyRule::key).toList();
    report(
        "exceptions of no rule, in " + EXCEPTIONS,
        Exceptions.read(FILE).all().stream().filter(e -> !rules.contains(e.rule())).toList());
  }

  @Test
  void longFilesAreTold() {
    List<Finding> longish = TidyRule.longish(TREE);
    if (!longish.isEmpty()) {
      System.out.println("Long files (allowed; is there a second idea in them?):");
      longish.forEach(f -> System.out.println("  " + f.line() + " lines  " + f.path()));
    }
  }

  private static List<Finding> found(TidyRule rule) {
    return FOUND.computeIfAbsent(rule, asked -> asked.findings(TREE));
  }

  private static void report(String what, List<?> findings) {
    if (!findings.isEmpty()) {
      fail(
          findings.stream()
              .map(String::valueOf)
              .collect(Collectors.joining("\n  ", what + ":\n  ", "\n")));
    }
  }
}
