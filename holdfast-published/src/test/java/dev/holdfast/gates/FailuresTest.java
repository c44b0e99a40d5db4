package dev.holdfast.gates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A build of all modules goes on past tests that fail. This is its last module, which fails for
 * them.
 */
final class FailuresTest {
  @Test
  void noTestOfThisBuildHasFailed() throws IOException {
    Failures failures =
        Failures.below(Tree.root(), Instant.parse(System.getProperty("holdfast.began")));
    if (!failures.isEmpty()) {
      fail("Tests of this build failed:\n" + failures);
    }
  }

  @Test
  void aFailureIsToldInALine(@TempDir Path root) throws IOException {
    report(root, "a", 1);
    assertEquals(
        "a x.OneTest#number 0: expected 1", Failures.below(root, Instant.EPOCH).toString());
  }

  @Test
  void manyFailuresAreToldInTenLines(@TempDir Path root) throws IOException {
    report(root, "a", 8);
    report(root, "b", 8);
    String told = Failures.below(root, Instant.EPOCH).toString();
    assertEquals(10, told.lines().count());
    assertTrue(told.endsWith("\nand 7 more"), told);
  }

  @Test
  void whatAnEarlierBuildReportedIsNotTold(@TempDir Path root) throws IOException {
    report(root, "a", 1);
    assertTrue(Failures.below(root, Instant.now().plusSeconds(60)).isEmpty());
  }

  private static void report(Path root, String module, int failures) throws IOException {
    Path reports = Files.createDirectories(root.resolve(module + "/target/surefire-reports"));
    StringBuilder text = new StringBuilder("<testsuite>");
    for (int i = 0; i < failures; i++) {
      text.append("<testcase classname='x.OneTest' name='number ")
          .append(i)
          .append("'><error message='expected 1&#10;but was 2'/></testcase>");
    }
    text.append("<testcase classname='x.OneTest' name='good'/></testsuite>");
    Files.writeString(reports.resolve("TEST-x.OneTest.xml"), text);
  }
}
