package dev.holdfast.gates;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.fail;

import dev.holdfast.gates.Pom.Coordinates;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Everything that reaches users with one of our artifacts has a licence that we agreed to. Reads
 * the poms that the build put into the local repository: needs no network.
 */
final class LicencesTest {
  private static final String AGREED =
      "holdfast-published/src/test/resources/dev/holdfast/gates/licences.txt";

  @Test
  void everyLicenceIsAgreed() throws IOException {
    Path repository = Path.of(System.getProperty("holdfast.repository")).toRealPath();
    List<String> agreed =
        Files.readAllLines(Tree.root().resolve(AGREED)).stream()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .toList();
    List<String> strangers = new ArrayList<>();
    List<Path> jars = jars(repository);
    assertFalse(jars.isEmpty(), "no dependency was looked at");
    for (Path jar : jars) {
      Path version = jar.getParent();
      Path artifact = version.getParent();
      Path pom = version.resolve(artifact.getFileName() + "-" + version.getFileName() + ".pom");
      List<String> licences = licences(repository, pom);
      // Several licences are a choice: one that we agree to is enough.
      if (licences.stream().noneMatch(agreed::contains)) {
        strangers.add(repository.relativize(version) + ": " + licences);
      }
    }
    if (!strangers.isEmpty()) {
      fail(
          "Dependencies with a licence that is not in "
              + AGREED
              + ":\n  "
              + String.join("\n  ", strangers));
    }
  }

  /** The dependencies of all modules at run time, as Maven resolved them, without our own. */
  private static List<Path> jars(Path repository) throws IOException {
    String path = Files.readString(Path.of(System.getProperty("holdfast.runtime")));
    List<Path> jars = new ArrayList<>();
    for (String entry : path.strip().split(File.pathSeparator, -1)) {
      Path jar = Path.of(entry).toRealPath();
      if (jar.startsWith(repository) && !jar.startsWith(repository.resolve("dev/holdfast"))) {
        jars.add(jar);
      }
    }
    return jars;
  }

  private static List<String> licences(Path repository, Path file) {
    Pom pom = Pom.read(file);
    Optional<Coordinates> parent = pom.parent();
    if (!pom.licences().isEmpty() || parent.isEmpty()) {
      return pom.licences();
    }
    Coordinates p = parent.get();
    return licences(
        repository,
        repository
            .resolve(p.group().replace('.', '/'))
            .resolve(p.artifact())
            .resolve(p.version())
            .resolve(p.artifact() + "-" + p.version() + ".pom"));
  }
}
