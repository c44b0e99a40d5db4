package dev.holdfast.gates;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.holdfast.gates.Tree.SourceFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every relative link of a page leads to a file of the tree, and to a heading that is in it. */
final class LinksTest {
  private static final Pattern LINK =
      Pattern.compile(
          "\\]\\(\\s*<?([^)>\\s]+)|^\\[[^]]+]:\\s*(\\S+)|(?:src|href)=\"([^\"]+)\"",
          Pattern.MULTILINE);
  private static final Pattern CODE = Pattern.compile("(?ms)^ *```.*?^ *```|`[^`\n]*`");

  private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```");
  private static final Pattern NAMED = Pattern.compile("<a id=\"([^\"]+)\"");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.*)$");

  @Test
  void everyLinkLeadsSomewhere() {
    assertEquals(List.of(), broken(Tree.ofThisBuild()));
  }

  @Test
  void aBrokenLinkIsSeen(@TempDir Path root) throws IOException {
    Files.createDirectories(root.resolve("docs"));
    Files.writeString(
        root.resolve("README.md"),
        "[a](docs/a.md#one-part) [a](docs/a.md#one-part-1) [a](docs/a.md#another) [b](docs/b.md) `[c](c.md)` [d](#d)");
    Files.writeString(
        root.resolve("docs/a.md"),
        "[up](../README.md) [w](https://w.org)\n[x]: y.md\n## One [`part`](../README.md)!\n# One part");
    assertEquals(
        List.of(
            "README.md -> docs/a.md#another",
            "README.md -> docs/b.md",
            "README.md -> #d",
            "docs/a.md -> y.md"),
        broken(Tree.at(root)));
  }

  private static List<String> broken(Tree tree) {
    List<String> broken = new ArrayList<>();
    for (SourceFile page : tree.named(".md")) {
      Matcher m = LINK.matcher(CODE.matcher(page.text()).replaceAll(""));
      while (m.find()) {
        String link =
            m.group(1) != null ? m.group(1) : m.group(2) != null ? m.group(2) : m.group(3);
        boolean elsewhere = link.matches("(?i)[a-z][a-z0-9+.-]*:.*|/.*");
        if (!elsewhere && !leads(page, URLDecoder.decode(link, StandardCharsets.UTF_8))) {
          broken.add(page.path() + " -> " + link);
        }
      }
    }
    return broken;
  }

  private static boolean leads(SourceFile page, String link) {
    String target = link.replaceFirst("[#?].*$", "");
    Path from = page.root().resolve(page.relative());
    Path to = target.isEmpty() ? from : from.resolveSibling(target);
    if (!Files.exists(to)) {
      return false;
    }
    int part = link.indexOf('#');
    return part < 0
        || !to.toString().endsWith(".md")
        || anchors(to).contains(link.substring(part + 1));
  }

  /** The anchors that code hosts give the headings of a page. */
  private static Set<String> anchors(Path page) {
    Set<String> anchors = new HashSet<>();
    String text = FENCED.matcher(read(page)).replaceAll("");
    Matcher named = NAMED.matcher(text);
    while (named.find()) {
      anchors.add(named.group(1));
    }
    Matcher heading = HEADING.matcher(text);
    while (heading.find()) {
      String title = heading.group(1).strip().replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1");
      String anchor =
          title
              .toLowerCase(Locale.ROOT)
              .replaceAll("[^\\p{L}\\p{N}\\p{M}\\s_-]", "")
              .replaceAll("\\s", "-");
      String next = anchor;
      for (int again = 1; !anchors.add(next); again++) {
        next = anchor + "-" + again;
      }
    }
    return anchors;
  }

  private static String read(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
