package dev.holdfast.gates;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.holdfast.gates.Tree.SourceFile;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The programs and scripts of the documentation do what their pages say. A page marks one by a
 * comment that readers do not see:
 *
 * <pre>
 * &lt;!-- run: sqlite:{folder}/locks.db | memory:shop --&gt;  the Java program below, with each argument in turn
 * &lt;!-- run --&gt;                                          the shell script below, with holdfast on its PATH
 * </pre>
 *
 * <p>Where a block marked {@code text} comes next, it is what is printed, but for numbers of seven
 * digits and more and the names of holders.
 */
@Tag("rest")
final class PagesTest {
  private static final Pattern MARKED =
      Pattern.compile(
          "<!-- run(?:: ([^>]*?))? -->\\s*```(java|sh)\\n(.*?)```(?:(?:(?!```).)*```text\\n(.*?)```)?",
          Pattern.DOTALL);
  private static final Pattern PROGRAM = Pattern.compile("(?s)```java\\n((?:(?!```).)*?)```");
  private static final Pattern CLASS = Pattern.compile("(?m)^public class (\\w+)");
  private static final Pattern ARGUMENTS = Pattern.compile(" *\\| *");
  private static final String CLASS_PATH = System.getProperty("java.class.path");
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();

  /** What a program that imports nothing of ours is compiled with. */
  private static final String IMPORTS =
      Stream.of(
              "dev.holdfast.*",
              "dev.holdfast.jdbc.*",
              "java.sql.*",
              "java.time.*",
              "java.util.*",
              "java.util.concurrent.*",
              "javax.sql.DataSource",
              "org.sqlite.SQLiteDataSource")
          .map(name -> "import " + name + ";")
          .collect(Collectors.joining("\n", "", "\n"));

  @TempDir Path folder;

  @TestFactory
  List<DynamicTest> pagesDoWhatTheySay() {
    List<DynamicTest> tests = new ArrayList<>();
    for (SourceFile page : pages()) {
      Matcher m = MARKED.matcher(page.text());
      while (m.find()) {
        Example example = new Example(m.group(1), m.group(2), m.group(3), m.group(4));
        tests.add(dynamicTest(page.path() + ": " + example.title(), () -> check(example)));
      }
    }
    return tests;
  }

  @Test
  void everyProgramIsRun() {
    List<String> left = new ArrayList<>();
    for (SourceFile page : pages()) {
      Matcher program = PROGRAM.matcher(MARKED.matcher(page.text()).replaceAll(""));
      while (program.find()) {
        if (program.group().contains("static void main")) {
          left.add(page.path() + ": " + title(program.group(1)));
        }
      }
    }
    assertEquals(List.of(), left, "mark these with <!-- run: … -->");
  }

  private static List<SourceFile> pages() {
    return Tree.ofThisBuild().named(".md").stream()
        .filter(p -> p.path().startsWith("docs/") || p.path().startsWith("README"))
        .toList();
  }

  private static String title(String code) {
    Matcher name = CLASS.matcher(code);
    return name.find() ? name.group(1) : code.lines().findFirst().orElse("");
  }

  private void check(Example example) throws Exception {
    Path classes = Files.createTempDirectory(folder, "classes");
    if (example.language.equals("sh")) {
      example.expect(run("bash", "-eu", "-c", example.code));
      return;
    }
    example.compile(classes);
    for (String argument : ARGUMENTS.splitAsStream(example.arguments).toList()) {
      String here = Files.createTempDirectory(folder, "files").toString();
      String path = classes + File.pathSeparator + CLASS_PATH;
      example.expect(run(JAVA, "-cp", path, example.title(), argument.replace("{folder}", here)));
    }
  }

  /** What a command prints, in a folder of its own; it must end well. */
  private String run(String... command) throws Exception {
    Path here = Files.createTempDirectory(folder, "run");
    Path bin = Files.createDirectories(here.resolve("bin"));
    Path program = bin.resolve("holdfast");
    Files.writeString(
        program,
        "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 -cp '%s' dev.holdfast.cli.Main \"$@\"\n"
            .formatted(JAVA, CLASS_PATH));
    assertTrue(program.toFile().setExecutable(true));
    Path errors = here.resolve("errors");
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(here.toFile()).redirectError(errors.toFile());
    builder.environment().merge("PATH", bin + ":", (path, ours) -> ours + path);
    builder.environment().put("HOLDFAST_STORE", "sqlite:" + here.resolve("locks.db"));
    builder.environment().put("HOME", here.toString());
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertTrue(process.waitFor(2, TimeUnit.MINUTES), "it does not end");
    assertEquals(0, process.exitValue(), printed + "\n" + Files.readString(errors));
    return printed;
  }

  /** A block of code that is run, and what the page says that it prints, or null. */
  private record Example(String arguments, String language, String code, String printed) {
    String title() {
      return PagesTest.title(code);
    }

    void compile(Path classes) throws IOException {
      Path source = classes.resolve(title() + ".java");
      Files.writeString(source, (code.contains("import dev.holdfast") ? "" : IMPORTS) + code);
      ByteArrayOutputStream errors = new ByteArrayOutputStream();
      int result =
          ToolProvider.getSystemJavaCompiler()
              .run(
                  null,
                  errors,
                  errors,
                  "-proc:none",
                  "-cp",
                  CLASS_PATH,
                  "-d",
                  classes.toString(),
                  source.toString());
      assertEquals(0, result, errors.toString(UTF_8));
    }

    void expect(String text) {
      if (printed != null) {
        assertEquals(alike(printed), alike(text));
      }
    }

    /** Without what differs from run to run. */
    private static String alike(String text) {
      return text.replaceAll("\\d{7,}", "N")
          .replaceAll("\\w+ on \\S+ \\(process \\d+\\)", "HOLDER")
          .strip();
    }
  }
}
