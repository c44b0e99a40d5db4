package dev.holdfast.gates;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.holdfast.gates.Tree.SourceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the page on the architecture, and comments, call {@code Type.member} is there: the type in
 * the tree, and the method, field or nested type in it or above it.
 */
final class NamedMembersTest {
  private static final String PAGE = "docs/architecture.md";

  /** `Type.member`, `Type.Nested.member`, `Type.new`. */
  private static final Pattern ON_PAGE = Pattern.compile("`([A-Z]\\w*(?:\\.\\w+)+)`");

  /** `Type` (`one`, `another` 2×). */
  private static final Pattern LISTED =
      Pattern.compile("`([A-Z]\\w*)` \\(((?:`\\w+`(?: \\d+×)?(?:, )?)+)\\)");

  private static final Pattern WORD = Pattern.compile("`(\\w+)`");
  private static final Pattern IN_COMMENT =
      Pattern.compile("\\{@code\\s+([A-Z]\\w*(?:\\.\\w+)+)(?:\\(\\))?}");
  private static final Pattern TYPE =
      Pattern.compile("\\b(?:class|interface|record|enum)\\s+([A-Z]\\w*)");
  private static final Pattern ABOVE =
      Pattern.compile("\\b(?:extends|implements)\\s+([\\w.<>?@&,\\s]+)\\{");

  /** Not types of ours. */
  private static final Set<String> ELSEWHERE = Set.of("DataSource", "Long", "NAME");

  @Test
  void whatIsNamedIsThere() {
    assertEquals(List.of(), new NamedMembers(Tree.ofThisBuild()).missing());
  }

  @Test
  void whatIsMissingIsSeen(@TempDir Path root) throws IOException {
    Path java = Files.createDirectories(root.resolve("a/src/main/java"));
    Files.writeString(
        java.resolve("One.java"),
        """
        /** As {@code Two.up}, and {@code Two.none}. */
        class One extends Two {
          int field;
          int method() { call(); return called(); }
          record Nested(int part) {}
        }
        """);
    Files.writeString(java.resolve("Two.java"), "class Two { // void gone()\n void up() {} }");
    Files.createDirectories(root.resolve("docs"));
    Files.writeString(
        root.resolve(PAGE),
        "`One.field`, `One.method`, `One.new`, `One.up`, `One.Nested`, `Nested.part`, `one.two`,"
            + " `One.call`, `One.called`, `One.Other`, `Two.gone`, `Three.x`; `One` (`field`, `lost` 2×)");
    assertEquals(
        List.of(
            "One.Other", "One.call", "One.called", "One.lost", "Three.x", "Two.gone", "Two.none"),
        new NamedMembers(Tree.at(root)).missing());
  }

  private static final class NamedMembers {
    private final Map<String, List<String>> code = new HashMap<>(); // by the types in it
    private final Set<String> named = new TreeSet<>();

    NamedMembers(Tree tree) {
      for (SourceFile file : tree.named(".java")) {
        String text = file.text();
        if (file.isMain()) {
          add(IN_COMMENT, text.replaceAll("\\n\\s*\\*\\s*", " "));
        }
        String stripped = file.code();
        Matcher type = TYPE.matcher(stripped);
        while (type.find()) {
          code.computeIfAbsent(type.group(1), none -> new ArrayList<>()).add(stripped);
        }
      }
      for (SourceFile page : tree.named("architecture.md")) {
        if (page.path().equals(PAGE)) {
          add(ON_PAGE, page.text());
          Matcher listed = LISTED.matcher(page.text());
          while (listed.find()) {
            WORD.matcher(listed.group(2))
                .results()
                .forEach(word -> named.add(listed.group(1) + "." + word.group(1)));
          }
        }
      }
    }

    private void add(Pattern names, String text) {
      names.matcher(text).results().forEach(name -> named.add(name.group(1)));
    }

    List<String> missing() {
      return named.stream().filter(name -> !isThere(List.of(name.split("\\.", -1)))).toList();
    }

    private boolean isThere(List<String> parts) {
      String type = parts.get(0);
      return ELSEWHERE.contains(type)
          || (code.containsKey(type)
              && parts.stream().skip(1).allMatch(part -> has(type, part, new HashSet<>())));
    }

    private boolean has(String type, String part, Set<String> seen) {
      if (part.equals("new")) {
        return true;
      }
      // What is declared, not what is called: a word stands before it that begins no statement.
      Pattern declared =
          Pattern.compile(
              part.matches("[A-Z_0-9]+")
                  ? "\\b" + part + "\\b"
                  : "[\\w>\\])?](?<!\\b(?:return|throw|new|else|case|yield|assert)|->)\\s+"
                      + part
                      + "\\s*[(;=,)<{]|\\b(?:class|interface|record|enum)\\s+"
                      + part
                      + "\\b");
      for (String text : seen.add(type) ? code.getOrDefault(type, List.of()) : List.<String>of()) {
        if (declared.matcher(text).find()) {
          return true;
        }
        Matcher above = ABOVE.matcher(text);
        while (above.find()) {
          for (String name : above.group(1).split("\\W+", -1)) {
            if (!name.isEmpty() && has(name, part, seen)) {
              return true;
            }
          }
        }
      }
      return false;
    }
  }
}
