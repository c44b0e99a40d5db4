package dev.holdfast.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** That the kit, {@code docs/SPEC.md} and the stores of this tree belong together. */
class SpecTest {
  private static final Pattern RULE = Pattern.compile("### ([A-Z]\\d) .*");
  private static final Pattern LISTED = Pattern.compile("- `(required_\\w+)`");
  private static final Pattern TEST_NAME = Pattern.compile("required_([A-Z]\\d)_[a-z]\\w+");
  // Guards are no part of a store: their rules are asked where the guards are.
  private static final Pattern GUARD_TEST = Pattern.compile("\\bvoid (required_G\\d_\\w+)\\(");
  private static final Pattern GUARD = Pattern.compile("\\bpublic final class \\w*Fence\\b");
  private static final Pattern GUARD_TESTS = Pattern.compile("\\bextends \\w*FenceTests\\b");
  private static final Pattern STORE =
      Pattern.compile(
          "\\b(?:class|record|enum)\\s+(\\w+)[^{]*\\bimplements\\b[^{]*\\bLockStore\\b");
  private static final Pattern KIT =
      Pattern.compile("\\bclass\\s+\\w+[^{]*\\bimplements\\b[^{]*\\bHoldfastTck\\b");

  @Test
  void everyRuleIsListedWithExactlyItsTests() throws IOException {
    Map<String, Set<String>> listed = listedTests();
    Map<String, Set<String>> written = new TreeMap<>();
    Set<String> all = tests();
    all.addAll(guardTests());
    for (String test : all) {
      Matcher name = TEST_NAME.matcher(test);
      assertTrue(name.matches(), () -> test + " should be called required_<rule>_<whatIsAsked>");
      written.computeIfAbsent(name.group(1), rule -> new TreeSet<>()).add(test);
    }
    assertEquals(written, listed, "docs/SPEC.md and the kit differ");
  }

  @Test
  void everyRuleHasATestAnIntentAndATitle() throws IOException {
    Map<String, Set<String>> listed = listedTests();
    assertEquals(
        Stream.of(
                "A1 A2 A3 C1 F1 F2 F3 G1 G2 L1 L2 L3 L4 L5 M1 M2 M3 M4 M5 M6 N1 N2 N3 N4 N5 N6 O1 O2 O3 O4 O5 O6 O7 O8 R1 R2 R3 R4 S1 S2 S3 S4 S5 S6 T1 T2 T3 W1 W2 W3 W4 W5 W6 W7 X1 X2 X3"
                    .split(" "))
            .collect(Collectors.toCollection(TreeSet::new)),
        new TreeSet<>(listed.keySet()));
    listed.forEach((rule, tests) -> assertFalse(tests.isEmpty(), rule + " has no test"));
    String spec = Files.readString(root().resolve("docs/SPEC.md"));
    assertEquals(
        listed.size(), spec.split("\n\\*Intent\\.\\*", -1).length - 1, "each rule has one intent");
  }

  @Test
  void everyStoreOfThisTreeIsTestedWithTheKit() throws IOException {
    List<Source> sources = sources();
    List<Source> stores =
        sources.stream().filter(s -> s.isMain() && STORE.matcher(s.text()).find()).toList();
    assertFalse(stores.isEmpty(), "no store was found; is this the tree?");
    assertEquals(Set.of(), withoutTest(stores, sources, KIT), "stores without a test of the kit");
  }

  @Test
  void everyGuardIsTestedForItsRules() throws IOException {
    List<Source> sources = sources();
    List<Source> guards =
        sources.stream().filter(s -> s.isMain() && GUARD.matcher(s.text()).find()).toList();
    assertFalse(guards.isEmpty(), "no guard was found; is this the tree?");
    assertEquals(
        Set.of(), withoutTest(guards, sources, GUARD_TESTS), "guards without the tests of guards");
  }

  /** Those of which there is no such test in their module, nor in one that uses them. */
  private static Set<String> withoutTest(List<Source> tested, List<Source> all, Pattern test) {
    Set<String> without = new TreeSet<>();
    for (Source source : tested) {
      // What others only connect to a driver is tested where they do.
      Set<String> usedBy =
          all.stream()
              .filter(s -> s.text().contains("import " + source.javaPackage() + "."))
              .map(Source::module)
              .collect(Collectors.toSet());
      boolean found =
          all.stream()
              .filter(s -> !s.isMain() && test.matcher(s.text()).find())
              .anyMatch(s -> s.module().equals(source.module()) || usedBy.contains(s.module()));
      if (!found) {
        without.add(source.path().toString());
      }
    }
    return without;
  }

  private static Set<String> guardTests() throws IOException {
    Set<String> tests = new TreeSet<>();
    for (Source source : sources()) {
      if (!source.isMain()) {
        GUARD_TEST.matcher(source.text()).results().map(m -> m.group(1)).forEach(tests::add);
      }
    }
    return tests;
  }

  private static Set<String> tests() {
    return Stream.of(HoldfastTck.class.getMethods())
        .filter(method -> method.isAnnotationPresent(Test.class))
        .map(Method::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Map<String, Set<String>> listedTests() throws IOException {
    Map<String, Set<String>> listed = new TreeMap<>();
    Set<String> current = new TreeSet<>();
    for (String line : Files.readAllLines(root().resolve("docs/SPEC.md"))) {
      Matcher rule = RULE.matcher(line);
      Matcher test = LISTED.matcher(line);
      if (rule.matches()) {
        current = new TreeSet<>();
        listed.put(rule.group(1), current);
      } else if (test.matches()) {
        current.add(test.group(1));
      }
    }
    return listed;
  }

  private static List<Source> sources() throws IOException {
    List<Source> sources = new ArrayList<>();
    try (Stream<Path> modules = Files.list(root())) {
      for (Path module : modules.filter(SpecTest::isPublished).toList()) {
        Path folder = module.resolve("src");
        if (Files.isDirectory(folder)) {
          try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
              sources.add(Source.read(module, file));
            }
          }
        }
      }
    }
    return sources;
  }

  /** Simulations and benchmarks may hold stores that nobody else can use. */
  private static boolean isPublished(Path module) {
    Path pom = module.resolve("pom.xml");
    try {
      return Files.exists(pom)
          && !Files.readString(pom).contains("<maven.deploy.skip>true</maven.deploy.skip>");
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static Path root() {
    String root = System.getProperty("holdfast.root");
    return root != null ? Path.of(root) : Path.of("").toAbsolutePath().getParent();
  }

  private record Source(String module, Path path, String text) {
    static Source read(Path module, Path file) throws IOException {
      return new Source(
          module.getFileName().toString(), root().relativize(file), Files.readString(file));
    }

    boolean isMain() {
      return path.toString().replace('\\', '/').contains("/src/main/");
    }

    String javaPackage() {
      Matcher declared = Pattern.compile("(?m)^package ([\\w.]+);").matcher(text);
      return declared.find() ? declared.group(1) : "";
    }
  }
}
