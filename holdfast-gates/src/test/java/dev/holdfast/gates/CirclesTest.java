package dev.holdfast.gates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How far types and packages hang together: what reaches each other by name can only be read,
 * tested and changed together.
 */
final class CirclesTest {
  /** As many types may reach each other, counted across the packages of a module. */
  private static final int MOST = 6;

  /** What users see of the core besides its first package; each of the two names the other. */
  private static final Set<String> SPI = Set.of("dev.holdfast.spi");

  private static final Tree TREE = Tree.ofThisBuild();

  @TempDir Path root;

  static List<String> published() {
    return TREE.published();
  }

  @ParameterizedTest
  @MethodSource("published")
  void fewTypesReachEachOther(String module) {
    Map<String, Set<String>> types = References.ofTypes(TREE, module);
    for (Set<String> circle : Circles.of(types)) {
      assertTrue(
          circle.size() <= MOST,
          () ->
              circle.size()
                  + " types of "
                  + module
                  + " reach each other by name, which should be "
                  + MOST
                  + " at most:\n"
                  + Circles.tell(types, circle));
    }
  }

  /** The API names what implements it, and that names the API. No other circle is needed. */
  @ParameterizedTest
  @MethodSource("published")
  void packagesAreInLayers(String module) {
    Map<String, Set<String>> packages = References.ofPackages(TREE, module);
    Set<String> api = new TreeSet<>(SPI);
    packages.keySet().stream().min((a, b) -> a.length() - b.length()).ifPresent(api::add);
    for (Set<String> circle : Circles.of(packages)) {
      assertTrue(
          circle.stream().allMatch(p -> api.contains(p) || p.contains(".internal")),
          () -> "a circle of packages of " + module + ":\n" + Circles.tell(packages, circle));
    }
    Map<String, Set<String>> rest = Circles.without(packages, api);
    for (Set<String> circle : Circles.of(rest)) {
      assertEquals(
          Set.of(), circle, "a circle of packages of " + module + ", without those of its API");
    }
  }

  // ---- that it can fail ----

  private Map<String, Set<String>> types() {
    return References.ofTypes(Tree.at(root), "holdfast-core");
  }

  private void type(String name, String code) throws IOException {
    int dot = name.lastIndexOf('.');
    Path file = root.resolve("holdfast-core/src/main/java/" + name.replace('.', '/') + ".java");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "package " + name.substring(0, dot) + ";\n" + code);
  }

  @Test
  void aTypeIsNamedInCode() throws IOException {
    type("a.A", "class A extends B implements C { D d = new E(); F.G f() { return H::i; } }");
    for (String name : List.of("B", "C", "D", "E", "F", "H")) {
      type("a." + name, "class " + name + " {}");
    }
    assertEquals(Set.of("a.B", "a.C", "a.D", "a.E", "a.F", "a.H"), types().get("a.A"));
  }

  @Test
  void aTypeOfAnotherPackageIsImportedOrNamedInFull() throws IOException {
    type(
        "a.A",
        """
        import b.B;
        import b.C.Inner;
        import static b.D.member;
        import c.*;
        class A { B b; Inner i; int j = member; E e; b.F f; b.G.H h; I i; }
        """);
    for (String name : List.of("b.B", "b.C", "b.D", "c.E", "c.J", "b.F", "b.G", "b.I")) {
      type(name, "class Any {}");
    }
    assertEquals(Set.of("b.B", "b.C", "b.D", "c.E", "b.F", "b.G"), types().get("a.A"));
  }

  @Test
  void whatIsOnlyTalkedAboutDoesNotCount() throws IOException {
    type("a.A", "/** {@link B} */ class A { String s = \"B\"; // B\n int b = other.B.c; }");
    type("a.B", "class B {}");
    assertEquals(Set.of(), types().get("a.A"));
  }

  @Test
  void aNestedTypeIsItsOwnersAndHidesOthers() throws IOException {
    type("a.A", "class A { record B(C c) {} B b; }");
    type("a.B", "class B {}");
    type("a.C", "class C {}");
    assertEquals(Set.of("a.C"), types().get("a.A"));
  }

  @Test
  void typesThatReachEachOtherAreFoundAcrossPackages() throws IOException {
    type("a.A", "class A { B b; }");
    type("a.B", "class B { c.C c; }");
    type("c.C", "class C { a.A a; D d; }");
    type("c.D", "class D {}");
    assertEquals(List.of(Set.of("a.A", "a.B", "c.C")), Circles.of(types()));
    assertEquals(3, Circles.largest(types()));
    Map<String, Set<String>> packages = References.ofPackages(Tree.at(root), "holdfast-core");
    assertEquals(List.of(Set.of("a", "c")), Circles.of(packages));
    assertEquals(List.of(), Circles.of(Circles.without(packages, Set.of("a"))));
  }

  @Test
  void theBestCutIsTold() throws IOException {
    type("a.A", "class A { B b; }");
    type("a.B", "class B { A a; C c; }");
    type("a.C", "class C { B b; }");
    String told = Circles.tell(types(), Circles.of(types()).get(0));
    assertTrue(told.contains("    B -> A, C\n"), told);
    assertTrue(told.contains("    A -> B: 2\n"), told);
  }
}
