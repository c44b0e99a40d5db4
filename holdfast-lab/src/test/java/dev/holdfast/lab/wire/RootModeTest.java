package dev.holdfast.lab.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.lab.report.LabMain;
import java.io.IOException;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One episode over real links, where the machine can; else the report of the tests says why not.
 */
final class RootModeTest {
  @TempDir Path folder;

  @Test
  void aLinkThatIsDownBreaksNothing() throws IOException {
    String obstacle = RootMode.obstacle();
    assumeTrue(obstacle.isEmpty(), () -> "root mode is not run, as " + obstacle);
    Set<String> before = links();
    int code =
        RootMode.enter(
            LabMain.class,
            List.of(
                "--root",
                "--only",
                "net-link-down",
                "--store",
                "holdfast-jedis",
                "--seed",
                "1",
                "--report",
                folder.toString()));
    assertTrue(code == 0 || code == 1, () -> "it ended with " + code);
    String report = Files.readString(folder.resolve("report.json"));
    assertTrue(report.contains("\"episodes\":1,"), report);
    for (String check : List.of("C1", "C2", "SET", "F1", "LINEAR")) {
      assertFalse(report.contains("\"" + check + "\":"), report);
    }
    assertFalse(report.contains("\"sections\":0,"), report);
    assertEquals(before, links());
  }

  @Test
  void harmIsHarm() throws IOException {
    String obstacle = RootMode.obstacle();
    assumeTrue(obstacle.isEmpty(), () -> "root mode is not run, as " + obstacle);
    assertEquals(0, RootMode.enter(Echo.class, List.of()));
  }

  private static Set<String> links() throws IOException {
    Set<String> names = new TreeSet<>();
    NetworkInterface.networkInterfaces().forEach(link -> names.add(link.getName()));
    return names;
  }
}
