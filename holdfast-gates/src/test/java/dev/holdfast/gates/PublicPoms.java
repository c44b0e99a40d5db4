package dev.holdfast.gates;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Poms of one build, and what they lack of what a public repository asks of each that it takes: a
 * name and a description of its own; an address, a licence, developers and the place of the
 * sources, its own or of a parent that is published with it.
 */
final class PublicPoms {
  private static final Pattern PROPERTY = Pattern.compile("\\$\\{([^}]*)}");
  private static final List<String> OWN = List.of("name", "description");
  private static final List<String> OWN_OR_PARENTS =
      List.of(
          "url",
          "licenses/license/name",
          "licenses/license/url",
          "developers/developer/name",
          "developers/developer/organization",
          "developers/developer/organizationUrl",
          "scm/connection",
          "scm/developerConnection",
          "scm/url");

  /** What the staging folder has beside the pom of a jar. */
  private static final List<String> BESIDE = List.of(".jar", "-sources.jar", "-javadoc.jar");

  private final Map<String, Pom> poms = new HashMap<>();

  PublicPoms(List<Path> files) {
    for (Path file : files) {
      Pom pom = Pom.read(file);
      poms.put(first(pom, "artifactId").orElseThrow(), pom);
    }
  }

  /** What is missing, a sentence each. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    poms.forEach(
        (artifact, pom) -> {
          for (String element : OWN) {
            if (value(pom, element, false).isEmpty()) {
              faults.add(artifact + " has no " + element + " of its own");
            }
          }
          for (String element : OWN_OR_PARENTS) {
            Optional<String> value = value(pom, element, true);
            if (value.isEmpty()) {
              faults.add(artifact + " has no " + element + ", and no parent that has");
            } else if (value.get().contains("${")) {
              faults.add(
                  artifact + ": nothing says what is meant in " + element + " " + value.get());
            }
          }
          // Central resolves what a pom names in no repository but its own.
          for (String element : List.of("repositories", "pluginRepositories")) {
            if (!pom.texts(element).isEmpty()) {
              faults.add(artifact + " has " + element + " of its own");
            }
          }
        });
    return faults.stream().sorted().toList();
  }

  /** The address of the project, as this artifact states it. */
  String address(String artifact) {
    return value(poms.get(artifact), "url", true).orElse("none");
  }

  /** Files that are not beside a staged pom, by its version's folder. */
  static List<String> missingBeside(Path pom) {
    String name = String.valueOf(pom.getFileName()).replaceFirst("\\.pom$", "");
    boolean jar = !Pom.read(pom).texts("packaging").contains("pom");
    return Stream.concat(Stream.of(".pom"), jar ? BESIDE.stream() : Stream.of())
        .flatMap(end -> Stream.of("", ".asc", ".md5", ".sha1").map(sum -> name + end + sum))
        .filter(file -> !Files.exists(pom.resolveSibling(file)))
        .toList();
  }

  private Optional<String> value(Pom pom, String element, boolean inherited) {
    Optional<String> own = first(pom, element).map(value -> resolved(value, pom));
    return own.isPresent() || !inherited
        ? own
        : parent(pom).flatMap(parent -> value(parent, element, true));
  }

  /** The value with properties that this pom or a parent states. */
  private String resolved(String value, Pom pom) {
    return PROPERTY
        .matcher(value)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    value(pom, "properties/" + found.group(1), true).orElse(found.group())));
  }

  private Optional<Pom> parent(Pom pom) {
    return pom.parent().map(parent -> poms.get(parent.artifact()));
  }

  private static Optional<String> first(Pom pom, String element) {
    return pom.texts(element.split("/", -1)).stream().filter(t -> !t.isEmpty()).findFirst();
  }
}
