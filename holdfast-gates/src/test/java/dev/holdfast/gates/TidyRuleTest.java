package dev.holdfast.gates;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every rule of the tree is broken once here, so that none can hold merely by not looking. */
final class TidyRuleTest {
  @TempDir Path root;

  @BeforeEach
  void aCleanTree() throws IOException {
    write("pom.xml", pom("<modules>" + module("bom") + module("core") + "</modules>"));
    write("holdfast-bom/pom.xml", pom(bom("core")));
    write("holdfast-core/pom.xml", pom(dependency("test") + dependency("provided")));
    main("core", "package-info", "@NullMarked package dev.holdfast;");
    main(
        "core",
        "Lease",
        """
        // System.nanoTime() and "Thread.sleep" may be talked about
        public class Lease { String s = "System.out synchronized \\" Thread.sleep"; char c = '"'; }
        """);
    main("core", "SystemTicker", "class SystemTicker { long now() { return System.nanoTime(); } }");
    write(
        "holdfast-redis/src/main/resources/a.lua", "-- KEYS ARGV\n-- Returns Invariant\nreturn 1");
  }

  @ParameterizedTest
  @EnumSource
  void aCleanTreeKeeps(TidyRule rule) {
    assertEquals(List.of(), rule.findings(Tree.at(root)));
  }

  @ParameterizedTest
  @EnumSource
  void aDirtyTreeIsSeenBy(TidyRule rule) throws IOException {
    assertEquals(dirty(rule), rule.findings(Tree.at(root)).size());
  }

  /** Breaks the rule; how often. */
  private int dirty(TidyRule rule) throws IOException {
    switch (rule) {
      case LENGTH -> {
        main("core", "A", "\n".repeat(401));
        main("core", "B", "\n".repeat(400));
        return 1;
      }
      case CLOCK -> {
        main("core", "A", "long a = System.nanoTime(), b = System.currentTimeMillis();");
        main("tck", "A", "long a = System.nanoTime();");
        return 2;
      }
      case SLEEP -> {
        main("core", "A", "import static java.lang.Thread.sleep;");
        main("cli", "A", "{ Thread.sleep(1); }");
        write("holdfast-cli/src/test/java/B.java", "{ Thread.sleep(1); TimeUnit.DAYS.sleep(1); }");
        return 3;
      }
      case CONSOLE -> {
        main("core", "A", "{ System.out.println(); System.err.println(); e.printStackTrace(); }");
        main("cli", "A", "{ System.out.println(); }");
        return 3;
      }
      case MONITOR -> {
        main("core", "A", "synchronized void a() {}");
        main("redis", "A", "void a() { synchronized (this) {} }");
        main("zookeeper", "A", "synchronized void a() {}");
        return 2;
      }
      case COMMON_POOL -> {
        main("core", "A", "{ runAsync(() -> f(a, b)); supplyAsync(c, pool); d.thenRunAsync(e); }");
        main(
            "redis", "A", "{ delayedExecutor(1, DAYS); delayedExecutor(1, DAYS, Runnable::run); }");
        main("tck", "A", "{ supplyAsync(a); }");
        return 3;
      }
      case WAIT -> {
        main("core", "A", "{ a.join(); b.map(CompletableFuture::join); c.get(2 * d(), SECONDS); }");
        main("redis", "A", "{ a.get(1, TimeUnit.MILLISECONDS); b.get(1); c.get(); d.join(e); }");
        main("tck", "A", "{ a.join(); b.get(1, SECONDS); }");
        return 4;
      }
      case MARKS -> {
        main("core", "A", "// TO" + "DO: later\n/* FIX" + "ME */");
        write("docs/a.md", "XX" + "X");
        return 3;
      }
      case PHRASES -> {
        main("core", "A", "/** The first one who\n * waits, whoever it is. */ class A {}");
        main(
            "core", "B", "String whole = \"it waits for\\n\" + \" ever\"; // the one who holds it");
        main("lab", "C", "// nobody reads this");
        write("docs/a.md", "Nobody waits.");
        write("CHANGELOG.md", "Nobody waits.");
        return 4;
      }
      case LUA_HEADER -> {
        write("holdfast-redis/src/main/resources/b.lua", "-- KEYS ARGV Returns\nreturn 1");
        write("holdfast-redis/src/main/resources/c.lua", "return 1");
        return 2;
      }
      case CORE_ALONE -> {
        write("holdfast-core/pom.xml", pom(dependency("compile") + dependency("runtime")));
        return 2;
      }
      case INTERNAL -> {
        main("core", "A", "import dev.holdfast.internal.engine.Engine;");
        main("test", "A", "import dev.holdfast.internal.engine.Engine;");
        write("holdfast-jdbc/src/test/java/B.java", "dev.holdfast.internal.engine.Engine e;");
        return 2;
      }
      case NAMES -> {
        main("core", "A", "public interface ILock {} public abstract class AbstractLock {}");
        main("core", "B", "public final class LockImpl { public static class LockUtils {} }");
        main("core", "C", "class HereImpl {} public class IOTicker {}");
        return 4;
      }
      case NULL_MARKED -> {
        main("redis", "A", "class A {}");
        return 1;
      }
      case BOM -> {
        write("holdfast-bom/pom.xml", pom(bom("cor")));
        write("holdfast-core/pom.xml", pom("").replace("<version>1<", "<version>2<"));
        return 3;
      }
    }
    throw new AssertionError(rule + " is broken nowhere: add a case");
  }

  @Test
  void literalsAndCommentsAreNoCode() {
    assertEquals("a     b", JavaText.code("a/*x*/b"));
    assertEquals("a    \nb", JavaText.code("a//xy\nb"));
    assertEquals("f(    ) + g", JavaText.code("f(\"\\\"\") + g"));
    assertEquals("f(   , g)", JavaText.code("f('\"', g)"));
    assertEquals("f(    \n    )", JavaText.code("f(\"\"\"x\n\"\"\" )"));
    assertEquals("f(  ) //x", JavaText.codeAndComments("f(\"\") //x"));
  }

  private void main(String module, String type, String text) throws IOException {
    write("holdfast-" + module + "/src/main/java/dev/holdfast/" + type + ".java", text);
  }

  private void write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static String pom(String inside) {
    return "<project><version>1</version>" + inside + "</project>";
  }

  private static String module(String name) {
    return "<module>holdfast-" + name + "</module>";
  }

  private static String bom(String name) {
    return "<dependencyManagement><dependencies><dependency><artifactId>holdfast-"
        + name
        + "</artifactId></dependency></dependencies></dependencyManagement>";
  }

  private static String dependency(String scope) {
    return "<dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId><scope>"
        + scope
        + "</scope></dependency></dependencies>";
  }
}
