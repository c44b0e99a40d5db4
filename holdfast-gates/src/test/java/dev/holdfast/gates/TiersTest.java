package dev.holdfast.gates;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.holdfast.gates.Tree.SourceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every test class is in a tier. One without a tag is in the quick tier, and what the quick one
 * leaves out is the rest, so a class is in none of them where it is not run at all: Surefire finds
 * it by its name, a module is built where the root pom lists it, and a tag counts where a pom or
 * this list knows it.
 */
final class TiersTest {
  /** As CONTRIBUTING.md has them. */
  private static final Set<String> TAGS = Set.of("rest", "other-store", "short-kit");

  /** What Surefire runs: {@code *Test}, {@code *Tests}, {@code Test*}, {@code *TestCase}. */
  private static final Pattern RUN = Pattern.compile("Test\\w*|\\w*(Test|Tests|TestCase)");

  private static final Pattern TYPE =
      Pattern.compile(
          "(?m)^(?:public )?((?:abstract |final |sealed |non-sealed )*)(class|interface|record|enum)"
              + " (\\w+)([^{]*)\\{");
  private static final Pattern IS_TEST =
      Pattern.compile("@(Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate)\\b");
  private static final Pattern TAG = Pattern.compile("@Tag\\(\"([^\"]*)\"\\)");

  @Test
  void everyTestClassIsInATier() {
    assertEquals(List.of(), inNone(Tree.ofThisBuild()));
  }

  @Test
  void whatIsInNoTierIsSeen(@TempDir Path root) throws IOException {
    write(root, "pom.xml", "<project><modules><module>a</module></modules></project>");
    write(root, "a/src/test/java/GoodTest.java", "class GoodTest {\n  @Test void one() {}\n}");
    write(root, "a/src/test/java/Misnamed.java", "class Misnamed {\n  @Test void one() {}\n}");
    write(root, "a/src/test/java/Kit.java", "class Kit implements HoldfastTck {\n}");
    write(
        root, "a/src/main/java/HoldfastTck.java", "interface HoldfastTck {\n  @Test void m();\n}");
    write(
        root,
        "a/src/test/java/Lent.java",
        "public abstract class Lent {\n  @Test void one() {}\n}");
    write(root, "a/src/test/java/Used.java", "abstract class Used {\n  @Test void one() {}\n}");
    write(root, "a/src/test/java/UserTest.java", "class UserTest extends Used {\n}");
    write(
        root,
        "a/src/test/java/TagTest.java",
        "@Tag(\"slow\")\nclass TagTest {\n  @Test void one() {}\n}");
    write(root, "b/src/test/java/FarTest.java", "class FarTest {\n  @Test void one() {}\n}");
    assertEquals(
        List.of(
            "a/src/test/java/Kit.java: nothing runs a class of this name; call it KitTest",
            "a/src/test/java/Lent.java: no test class that is run extends it",
            "a/src/test/java/Misnamed.java: nothing runs a class of this name; call it MisnamedTest",
            "a/src/test/java/TagTest.java: no tier knows the tag \"slow\"; there are"
                + " [other-store, rest, short-kit]",
            "b/src/test/java/FarTest.java: its module is not in the root pom"),
        inNone(Tree.at(root)));
  }

  private static void write(Path root, String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private static List<String> inNone(Tree tree) {
    List<Type> types =
        tree.named(".java").stream()
            .filter(f -> !f.path().contains("/resources/"))
            .flatMap(f -> Type.of(f).stream())
            .toList();
    Set<String> tested = haveTests(types);
    Set<String> modules = Set.copyOf(tree.modules());
    List<String> found = new ArrayList<>();
    for (Type type : types) {
      for (String tag : type.tags()) {
        if (!TAGS.contains(tag)) {
          found.add(
              type.file()
                  + ": no tier knows the tag \""
                  + tag
                  + "\"; there are "
                  + new TreeSet<>(TAGS));
        }
      }
      if (type.isMain() || !tested.contains(type.name())) {
        continue;
      }
      if (!modules.contains(type.module())) {
        found.add(type.file() + ": its module is not in the root pom");
      } else if (type.isConcrete() && !RUN.matcher(type.name()).matches()) {
        found.add(
            type.file() + ": nothing runs a class of this name; call it " + type.name() + "Test");
      } else if (!type.isConcrete() && !isExtended(type, types, new HashSet<>())) {
        found.add(type.file() + ": no test class that is run extends it");
      }
    }
    return found;
  }

  /** The names of the types that have tests of their own, or inherit some. */
  private static Set<String> haveTests(List<Type> types) {
    Set<String> tested =
        types.stream().filter(Type::hasTests).map(Type::name).collect(Collectors.toSet());
    boolean grows = true;
    while (grows) {
      grows =
          tested.addAll(
              types.stream()
                  .filter(type -> type.parents().stream().anyMatch(tested::contains))
                  .map(Type::name)
                  .toList());
    }
    return tested;
  }

  private static boolean isExtended(Type type, List<Type> types, Set<String> seen) {
    return seen.add(type.name())
        && types.stream()
            .filter(child -> !child.isMain() && child.parents().contains(type.name()))
            .anyMatch(
                child ->
                    child.isConcrete()
                        ? RUN.matcher(child.name()).matches()
                        : isExtended(child, types, seen));
  }

  /** The type that a file is named after, as far as its text tells. */
  private record Type(
      String file,
      String module,
      boolean isMain,
      boolean isConcrete,
      String name,
      Set<String> parents,
      boolean hasTests,
      List<String> tags) {

    static List<Type> of(SourceFile source) {
      String code = source.code();
      Matcher declared = TYPE.matcher(code);
      if (!declared.find()) {
        return List.of();
      }
      boolean isConcrete =
          declared.group(2).equals("class") && !declared.group(1).contains("abstract");
      return List.of(
          new Type(
              source.path(),
              source.module(),
              source.isMain(),
              isConcrete,
              declared.group(3),
              Arrays.stream(declared.group(4).replaceAll("<[^{]*>", "").split("[\\s,]+", -1))
                  .map(parent -> parent.replaceFirst("^.*\\.", ""))
                  .collect(Collectors.toSet()),
              IS_TEST.matcher(code).find(),
              TAG.matcher(source.text()).results().map(tag -> tag.group(1)).toList()));
    }
  }
}
