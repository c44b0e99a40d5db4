package dev.holdfast.gates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The site of the documentation can be built, which fails where a link of a page is dead. */
@Tag("rest")
final class SiteTest {
  @Test
  void theSiteIsBuilt() throws Exception {
    Path docs = Tree.root().resolve("docs");
    succeeds(docs, "bash", "site", "build");

    Path site = docs.resolve(".vitepress/dist");
    assertEquals(List.of(), notBuilt(docs, site));
    assertTrue(
        Files.readString(site.resolve("zh/start.html")).contains("lang=\"zh-CN\""),
        "the Chinese pages are not in Chinese");
    try (Stream<Path> files = Files.walk(site.resolve("assets"))) {
      assertTrue(
          files.anyMatch(f -> f.toString().contains("localSearchIndexzh")),
          "the Chinese pages cannot be searched");
    }
  }

  @Test
  void thePictureOfTheDemoIsItsRecording() throws Exception {
    succeeds(Tree.root().resolve("docs/pictures"), "node", "record-demo.mjs", "--check");
  }

  @Test
  void thePictureOfTheDashboardIsItsLayout() throws Exception {
    succeeds(Tree.root().resolve("docs/pictures"), "node", "draw-dashboard.mjs", "--check");
  }

  private static void succeeds(Path folder, String... command) throws Exception {
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), said);
  }

  /** Pages of the folder that have no page of the site. */
  private static List<String> notBuilt(Path docs, Path site) throws IOException {
    try (Stream<Path> pages = Files.walk(docs)) {
      return pages
          .filter(p -> p.toString().endsWith(".md") && !p.toString().contains("node_modules"))
          .map(p -> docs.relativize(p).toString().replaceFirst("\\.md$", ".html"))
          .filter(p -> !Files.exists(site.resolve(p)))
          .sorted()
          .collect(Collectors.toList());
    }
  }
}
