package dev.holdfast.gates;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page on compatibility names each version of a library that tests were run with: its table is
 * what {@code .ci/tested-with} prints.
 */
final class TestedWithTest {
  @TempDir Path folder;

  /** This module is the last one: the reports of all others are there. */
  @Test
  void eachVersionThatTestsWereRunWithIsInTheTable() throws Exception {
    assertEquals("", script("missing"), "docs/compatibility.md does not name what was run");
  }

  @Test
  void theTableIsThatOfItsOwnRows() throws Exception {
    String page = Files.readString(Tree.root().resolve("docs/compatibility.md"));
    String table =
        page.substring(
            page.indexOf("<!-- tested-with -->") + "<!-- tested-with -->\n".length(),
            page.indexOf("<!-- end -->"));
    List<String> facts = new ArrayList<>();
    for (String row : table.lines().skip(2).toList()) {
      String[] cells = row.split(" ?\\| ?", -1);
      for (String version : cells[2].split(", ", -1)) {
        facts.add(cells[1] + " " + version);
      }
    }
    assertEquals(table, script("table", file(facts)), "written by hand");
  }

  @Test
  void aVersionThatTheTableDoesNotNameIsFound() throws Exception {
    String found = script("missing", file(List.of("JDK 99", "Jedis 8.0", "Jedis 8.0.2", "H2 1.2")));
    assertEquals("H2 1.2\nJedis 8.0\n", found, "the JDK is the developer's");
  }

  private String file(List<String> facts) throws IOException {
    return Files.write(folder.resolve("facts"), facts).toString();
  }

  private static String script(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("bash", ".ci/tested-with"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .directory(Tree.root().toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
