package dev.holdfast.gates;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.holdfast.gates.Tree.SourceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A test that a page names, {@code `SomeTest#method`}, is there. */
final class NamedTestsTest {
  private static final Pattern NAMED = Pattern.compile("`(\\w+)#(\\w+)`");

  @Test
  void everyTestThatAPageNamesIsThere() {
    assertEquals(List.of(), missing(Tree.ofThisBuild()));
  }

  @Test
  void aTestThatIsMissingIsSeen(@TempDir Path root) throws IOException {
    Path tests = Files.createDirectories(root.resolve("a/src/test/java"));
    Files.writeString(tests.resolve("OneTest.java"), "class OneTest {\n  @Test void one() {}\n}");
    Files.createDirectories(root.resolve("docs"));
    Files.writeString(
        root.resolve("docs/a.md"), "`OneTest#one`, `OneTest#two`, `OtherTest#one`, `#three`");
    assertEquals(
        List.of("docs/a.md: OneTest#two", "docs/a.md: OtherTest#one"), missing(Tree.at(root)));
  }

  private static List<String> missing(Tree tree) {
    return tree.named(".md").stream()
        .filter(page -> page.path().startsWith("docs/"))
        .flatMap(
            page ->
                NAMED
                    .matcher(page.text())
                    .results()
                    .filter(named -> !isThere(tree, named.group(1), named.group(2)))
                    .map(named -> page.path() + ": " + named.group(1) + "#" + named.group(2)))
        .toList();
  }

  private static boolean isThere(Tree tree, String type, String method) {
    Pattern declared = Pattern.compile("\\bvoid " + method + "\\(");
    return tree.named(".java").stream()
        .filter(file -> file.name().equals(type + ".java"))
        .map(SourceFile::text)
        .anyMatch(text -> declared.matcher(text).find());
  }
}
