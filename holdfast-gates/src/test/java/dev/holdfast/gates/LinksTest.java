package dev.holdfast.gates;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.holdfast.gates.Tree.SourceFile;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every relative link of a page leads to a file of the tree. */
final class LinksTest {
  private static final Pattern LINK =
      Pattern.compile(
          "\\]\\(\\s*<?([^)>\\s]+)|^\\[[^]]+]:\\s*(\\S+)|(?:src|href)=\"([^\"]+)\"",
          Pattern.MULTILINE);
  private static final Pattern CODE = Pattern.compile("(?ms)^ *```.*?^ *```|`[^`\n]*`");

  @Test
  void everyLinkLeadsSomewhere() {
    assertEquals(List.of(), broken(Tree.ofThisBuild()));
  }

  @Test
  void aBrokenLinkIsSeen(@TempDir Path root) throws IOException {
    Files.createDirectories(root.resolve("docs"));
    Files.writeString(root.resolve("README.md"), "[a](docs/a.md#part) [b](docs/b.md) `[c](c.md)`");
    Files.writeString(
        root.resolve("docs/a.md"), "[up](../README.md) [w](https://w.org)\n[x]: y.md");
    assertEquals(List.of("README.md -> docs/b.md", "docs/a.md -> y.md"), broken(Tree.at(root)));
  }

  private static List<String> broken(Tree tree) {
    List<String> broken = new ArrayList<>();
    for (SourceFile page : tree.named(".md")) {
      Matcher m = LINK.matcher(CODE.matcher(page.text()).replaceAll(""));
      while (m.find()) {
        String link =
            m.group(1) != null ? m.group(1) : m.group(2) != null ? m.group(2) : m.group(3);
        String target = URLDecoder.decode(link.replaceFirst("[#?].*$", ""), StandardCharsets.UTF_8);
        boolean elsewhere = link.matches("(?i)[a-z][a-z0-9+.-]*:.*") || target.isEmpty();
        if (!elsewhere
            && !Files.exists(page.root().resolve(page.relative()).resolveSibling(target))) {
          broken.add(page.path() + " -> " + link);
        }
      }
    }
    return broken;
  }
}
