package dev.holdfast.gates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Which packages of a module use which others of it: a new use is a decision, so it is written down
 * in {@code package-dependencies.txt}. And a package is small enough for a map of it.
 */
final class PackagesTest {
  private static final Path DECIDED =
      Path.of("holdfast-gates/src/test/resources/dev/holdfast/gates/package-dependencies.txt");
  private static final int MOST_TYPES = 35;

  private static final Tree TREE = Tree.ofThisBuild();

  static Stream<String> modules() throws IOException {
    return decided().keySet().stream();
  }

  /** The lines, by their module. */
  private static Map<String, Set<String>> decided() throws IOException {
    Map<String, Set<String>> decided = new TreeMap<>();
    for (String line : Files.readAllLines(Tree.root().resolve(DECIDED))) {
      if (!line.isBlank() && !line.startsWith("#")) {
        String[] parts = line.strip().split("\\s+", 2);
        decided.computeIfAbsent(parts[0], module -> new TreeSet<>()).add(parts[1]);
      }
    }
    return decided;
  }

  @ParameterizedTest
  @MethodSource("modules")
  void packagesUseWhatWasDecided(String module) throws IOException {
    Set<String> uses = new TreeSet<>();
    References.ofPackages(TREE, module)
        .forEach((from, others) -> others.forEach(to -> uses.add(from + " -> " + to)));
    assertEquals(
        String.join("\n", decided().getOrDefault(module, Set.of())),
        String.join("\n", uses),
        "the packages of " + module + " use others than " + DECIDED + " says");
  }

  /** Those that are published, and the benchmarks. */
  static Stream<String> inPackages() throws IOException {
    return Stream.of(TREE.published().stream(), Stream.of("holdfast-benchmarks"), modules())
        .flatMap(each -> each)
        .distinct();
  }

  @ParameterizedTest
  @MethodSource("inPackages")
  void noPackageIsLarge(String module) {
    Map<String, Set<String>> packages = new TreeMap<>();
    for (String type : References.ofTypes(TREE, module).keySet()) {
      String owner = type.substring(0, type.lastIndexOf('.'));
      packages.computeIfAbsent(owner, name -> new TreeSet<>()).add(type);
    }
    List<String> large =
        packages.entrySet().stream()
            .filter(each -> each.getValue().size() > MOST_TYPES)
            .map(each -> each.getKey() + " has " + each.getValue().size() + " types")
            .toList();
    assertTrue(large.isEmpty(), () -> large + ", which should be " + MOST_TYPES + " at most");
  }
}
