package dev.holdfast.gates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The public API is what {@code api/} says it is: each change of it is a visible one. */
final class PublicApiTest {
  private static final boolean UPDATE = Boolean.getBoolean("api.update");
  private static final Path ROOT = Tree.root();

  static Stream<String> published() {
    return Tree.ofThisBuild().published().stream();
  }

  @ParameterizedTest
  @MethodSource("published")
  void apiNamesNothingInternal(String artifact) {
    String api = PublicApi.of(ROOT.resolve(artifact).resolve("target/classes"));
    assertEquals(
        List.of(),
        withTypes(api).stream().filter(line -> line.contains(".internal.")).toList(),
        "users cannot name these types");
  }

  @ParameterizedTest
  @MethodSource("published")
  void apiIsWhatItWas(String artifact) throws IOException {
    Path file = ROOT.resolve("api").resolve(artifact + ".txt");
    String now = PublicApi.of(ROOT.resolve(artifact).resolve("target/classes"));
    String then = Files.exists(file) ? Files.readString(file) : "";
    if (now.equals(then)) {
      return;
    }
    if (UPDATE) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, now);
      return;
    }
    fail(
        "The public API of "
            + artifact
            + " is not what api/"
            + artifact
            + ".txt says.\nIf the change is meant, write it down and commit it:\n"
            + "  ./mvnw test -pl holdfast-published -am -Dtest=PublicApiTest -Dapi.update=true\n"
            + only("- ", then, now)
            + only("+ ", now, then));
  }

  /** The lines of one text that the other does not have, each with the type it belongs to. */
  private static String only(String mark, String text, String other) {
    List<String> there = withTypes(other);
    return withTypes(text).stream()
        .filter(Predicate.not(there::contains))
        .map(line -> mark + line + "\n")
        .collect(Collectors.joining());
  }

  private static List<String> withTypes(String text) {
    String[] type = {""};
    return text.lines()
        .filter(line -> !line.isBlank())
        .map(
            line -> {
              if (line.startsWith("  ")) {
                return type[0] + ": " + line.strip();
              }
              type[0] = line.replaceFirst("^.*?([\\w.$]*\\.[\\w$]+).*$", "$1");
              return line;
            })
        .toList();
  }
}
