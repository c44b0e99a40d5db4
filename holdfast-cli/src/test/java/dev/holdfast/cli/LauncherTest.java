package dev.holdfast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher at the root, with a build of its own that makes a tiny program instead of ours. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "tests a shell script")
final class LauncherTest {
  /** The program that is "built": it shows its arguments, and may then wait to be ended. */
  public static final class Echo {
    private Echo() {}

    /** Prints what it is given. */
    public static void main(String[] args) throws IOException {
      System.out.println(String.join(" ", args));
      if (args[0].equals("wait")) {
        int unused = System.in.read();
      }
    }
  }

  private record Run(int code, String out, String err) {}

  @TempDir Path folder;
  private Path root;

  @BeforeEach
  void aTreeThatIsNotBuilt() throws IOException {
    root = Files.createDirectories(folder.resolve("a tree"));
    Path launcher = Path.of(System.getProperty("holdfast.root", ".."), "holdfast");
    Files.copy(launcher, root.resolve("holdfast"));
    makeJar(root.resolve("echo.jar"));
    script(
        "mvnw",
        """
        #!/bin/sh
        echo built >> builds.txt
        sleep 1
        mkdir -p holdfast-cli/target
        cp echo.jar holdfast-cli/target/holdfast.jar
        """);
    assertTrue(root.resolve("holdfast").toFile().setExecutable(true));
  }

  @Test
  void buildsOnceHoweverManyStart() throws Exception {
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      processes.add(process(root, "./holdfast", "number " + i));
    }
    for (int i = 0; i < 4; i++) {
      Run run = end(processes.get(i));
      assertEquals(0, run.code(), run.err());
      assertEquals("number " + i + "\n", run.out());
    }
    assertEquals(1, builds());
    Run again = end(process(root, "./holdfast", "again"));
    assertEquals(new Run(0, "again\n", ""), again);
    assertEquals(1, builds());
  }

  @Test
  void isFoundThroughLinksFromAnywhere() throws Exception {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Files.createSymbolicLink(bin.resolve("direct"), root.resolve("holdfast"));
    Files.createSymbolicLink(bin.resolve("link"), Path.of("direct"));
    Run run = end(process(Path.of("/"), bin.resolve("link").toString(), "here"));
    assertEquals(0, run.code(), run.err());
    assertEquals("here\n", run.out());
  }

  @Test
  void isRebuiltWhenAsked() throws Exception {
    assertEquals(0, end(process(root, "./holdfast", "once")).code());
    Run run = end(process(root, "./holdfast", "--rebuild", "twice"));
    assertEquals("twice\n", run.out());
    assertEquals(2, builds());
  }

  /** Figures of an older build would be taken for those of the sources. */
  @Test
  void benchmarksAreBuiltAnewAfterAChange() throws Exception {
    script(
        "mvnw",
        """
        #!/bin/sh
        echo built >> builds.txt
        mkdir -p holdfast-benchmarks/target
        cp echo.jar holdfast-benchmarks/target/holdfast-benchmarks.jar
        """);
    Path source = Files.createDirectories(root.resolve("holdfast-core/src/main")).resolve("A.java");
    Files.createFile(source);
    for (int i = 0; i < 2; i++) {
      assertEquals("P1\n", end(process(root, "./holdfast", "bench", "P1")).out());
    }
    assertEquals(1, builds());
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));
    Run anew = end(process(root, "./holdfast", "bench", "P1"));
    assertEquals("P1\n", anew.out());
    assertTrue(anew.err().startsWith("holdfast: building anew"), anew.err());
    assertEquals(2, builds());
  }

  /** Where there is no terminal, too: a minute of silence looks like a program that hangs. */
  @Test
  void eachPartOfABuildIsTold() throws Exception {
    script(
        "mvnw",
        """
        #!/bin/sh
        echo "[INFO] Building Holdfast Core 0.1.0-SNAPSHOT      [1/2]"
        # Not longer: a test that fails creates no such file.
        n=0; until [ -e told ] || [ $((n += 1)) -gt 300 ]; do sleep 0.1; done
        mkdir -p holdfast-cli/target
        cp echo.jar holdfast-cli/target/holdfast.jar
        """);
    Process process = process(root, "./holdfast", "x");
    assertTrue(process.errorReader().readLine().startsWith("holdfast: building (needed once"));
    String told = process.errorReader().readLine();
    assertTrue(told.matches("holdfast: building, \\d+ s \\[1/2] Holdfast Core"), told);
    Files.createFile(root.resolve("told"));
    assertEquals(0, end(process).code());
  }

  @Test
  void aBuildThatFailsIsTold() throws Exception {
    script("mvnw", "#!/bin/sh\necho '[ERROR] no network'; exit 1\n");
    Run run = end(process(root, "./holdfast", "x"));
    assertEquals(70, run.code());
    assertTrue(run.err().contains("[ERROR] no network"), run.err());
    assertTrue(run.err().contains("could not be built"), run.err());
    assertEquals("", run.out());
  }

  @Test
  void aJavaThatIsMissingIsTold() throws Exception {
    ProcessBuilder builder = builder(root, "./holdfast", "x");
    builder.environment().put("JAVA_HOME", folder.toString());
    Run run = end(builder.start());
    assertEquals(70, run.code());
    assertTrue(run.err().contains("there is no bin/java in it"), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
  }

  @Test
  void aJavaThatIsTooOldIsTold() throws Exception {
    Path old = Files.createDirectories(folder.resolve("old/bin"));
    Files.writeString(old.resolve("../release"), "JAVA_VERSION=\"1.8.0_402\"\n");
    Files.createFile(old.resolve("java"));
    assertTrue(old.resolve("java").toFile().setExecutable(true));
    ProcessBuilder builder = builder(root, "./holdfast", "x");
    builder.environment().put("JAVA_HOME", folder.resolve("old").toString());
    Run run = end(builder.start());
    assertEquals(70, run.code());
    assertTrue(run.err().contains("is Java 1.8.0_402, but holdfast needs Java 17"), run.err());
  }

  /** The JVM looks at one signal after the other, so the dump comes before the end. */
  @Test
  void theThreadsThatAJvmShowsAtASigquitAreNotInTheOutput() throws Exception {
    assertEquals(0, end(process(root, "./holdfast", "built")).code());
    Process waiting = process(root, "./holdfast", "wait");
    assertEquals("wait", waiting.inputReader().readLine());
    for (String signal : List.of("QUIT", "TERM")) {
      signal(waiting, signal);
    }
    Run run = end(waiting);
    assertEquals(new Run(143, "", ""), run);
  }

  @Test
  void aJvmThatDoesNotStartIsTold() throws Exception {
    assertEquals(0, end(process(root, "./holdfast", "built")).code());
    ProcessBuilder builder = builder(root, "./holdfast", "x");
    builder.environment().put("HOLDFAST_JAVA_OPTS", "-Xmx10k");
    Run run = end(builder.start());
    assertEquals(70, run.code());
    assertTrue(run.err().contains("HOLDFAST_JAVA_OPTS='-Xmx10k': "), run.err());
    assertTrue(run.err().contains("Too small maximum heap"), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
  }

  @Test
  void aFolderThatIsGoneIsTold() throws Exception {
    String script = "mkdir gone && cd gone && rmdir ../gone && exec \"$0\" x";
    Run run = end(process(folder, "sh", "-c", script, root.resolve("holdfast").toString()));
    assertEquals(70, run.code());
    assertTrue(run.err().contains("the working folder does not exist any more; cd"), run.err());
    assertEquals("", run.out());
  }

  private static void signal(Process process, String name) throws Exception {
    Process kill =
        new ProcessBuilder("/bin/sh", "-c", "kill -s " + name + " " + process.pid()).start();
    assertEquals(0, kill.waitFor());
  }

  private long builds() throws IOException {
    return Files.readAllLines(root.resolve("builds.txt")).size();
  }

  private Process process(Path directory, String... command) throws IOException {
    return builder(directory, command).start();
  }

  private static ProcessBuilder builder(Path directory, String... command) {
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return builder;
  }

  private static Run end(Process process) throws Exception {
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(60, TimeUnit.SECONDS), err);
    return new Run(process.exitValue(), out, err);
  }

  private void script(String name, String text) throws IOException {
    Files.writeString(root.resolve(name), text);
    assertTrue(root.resolve(name).toFile().setExecutable(true));
  }

  private static void makeJar(Path jar) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Echo.class.getName());
    String entry = Echo.class.getName().replace('.', '/') + ".class";
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest);
        var classFile = LauncherTest.class.getClassLoader().getResourceAsStream(entry)) {
      out.putNextEntry(new JarEntry(entry));
      classFile.transferTo(out);
    }
  }
}
