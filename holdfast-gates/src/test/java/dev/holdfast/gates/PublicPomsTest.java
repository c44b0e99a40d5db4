package dev.holdfast.gates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** What is published says what a public repository asks for. */
final class PublicPomsTest {
  @TempDir Path folder;

  @Test
  void eachPublishedModuleSaysWhatIsAskedOfIt() {
    PublicPoms all = new PublicPoms(published());
    assertEquals(List.of(), all.faults());
    assertEquals(
        all.address("holdfast-parent"),
        all.address("holdfast-bom"),
        "the bill of materials, which has no parent, states another holdfast.address");
  }

  /** {@code .ci/try-staging} runs this over what a release has staged. */
  @Test
  @EnabledIfSystemProperty(named = "holdfast.staging", matches = ".+")
  void eachStagedArtifactIsWhole() throws IOException {
    Path staging = Path.of(System.getProperty("holdfast.staging"));
    List<Path> poms;
    try (Stream<Path> files = Files.walk(staging)) {
      poms = files.filter(file -> file.toString().endsWith(".pom")).toList();
    }
    assertEquals(artifacts(published()), artifacts(poms), "not all that is published, or more");
    assertEquals(List.of(), new PublicPoms(poms).faults());
    assertEquals(
        List.of(), poms.stream().flatMap(p -> PublicPoms.missingBeside(p).stream()).toList());
  }

  @Test
  void whatIsMissingIsFound() throws IOException {
    Path parent =
        pom(
            "parent",
            "<name>n</name><url>${place}</url>" + "<properties><place>p</place></properties>");
    Path child =
        pom(
            "child",
            "<parent><groupId>g</groupId><artifactId>parent</artifactId><version>1</version></parent><description>d</description><scm><url>${nowhere}</url></scm><repositories/>");
    List<String> faults = new PublicPoms(List.of(parent, child)).faults();
    assertTrue(faults.contains("parent has no description of its own"), faults::toString);
    assertTrue(faults.contains("child has no name of its own"), faults::toString);
    assertTrue(
        faults.contains("child has no licenses/license/url, and no parent that has"),
        faults::toString);
    assertTrue(
        faults.contains("child: nothing says what is meant in scm/url ${nowhere}"),
        faults::toString);
    assertTrue(faults.contains("child has repositories of its own"), faults::toString);
    assertTrue(faults.stream().noneMatch(fault -> fault.contains(" url")), faults::toString);
    assertEquals(
        List.of("child.pom.asc", "child.pom.md5"),
        PublicPoms.missingBeside(child).stream()
            .filter(f -> f.startsWith("child.pom"))
            .limit(2)
            .toList());
  }

  /** The poms of what this build deploys. */
  private static List<Path> published() {
    return Stream.concat(Stream.of("."), Tree.ofThisBuild().modules().stream())
        .map(module -> Tree.root().resolve(module).resolve("pom.xml"))
        .filter(pom -> !Pom.read(pom).texts("properties", "maven.deploy.skip").contains("true"))
        .toList();
  }

  private static List<String> artifacts(List<Path> poms) {
    return poms.stream().map(pom -> Pom.read(pom).texts("artifactId").get(0)).sorted().toList();
  }

  private Path pom(String artifact, String elements) throws IOException {
    return Files.writeString(
        folder.resolve(artifact + ".pom"),
        "<project><artifactId>" + artifact + "</artifactId>" + elements + "</project>");
  }
}
