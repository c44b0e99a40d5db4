package dev.holdfast.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher of the packages, with a Java that writes down what it is asked. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "tests a shell script")
final class InstalledLauncherTest {
  @TempDir Path folder;
  private Path home;

  @BeforeEach
  void anInstalledProgram() throws IOException {
    home = Files.createDirectories(folder.resolve("an installation")).toRealPath();
    Path sources = Path.of(System.getProperty("holdfast.root", ".."), "holdfast-cli");
    String launcher = Files.readString(sources.resolve("src/dist/holdfast"));
    script("bin/holdfast", launcher.replace("@version@", "1").replace("@flags@", "-Da=1 -Db=2"));
    script(
        "lib/runtime/bin/java",
        """
        #!/bin/sh
        for word in "$@"; do
          case $word in
            -XX:SharedArchiveFile=*) archive=${word#*=} ;;
            -Xshare:dump) dump=yes ;;
            -Dwrong) echo "no such option"; exit 1 ;;
          esac
        done
        [ -z "${dump:-}" ] || { echo "made" >"$archive"; exit 0; }
        printf '%s\\n' "$@"
        """);
  }

  @Test
  void startsTheProgramBesideItThroughLinksWithAllArgumentsAsTheyAre() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("link"), home.resolve("bin/holdfast"));
    List<String> said = run(0, "-Dmine=1", link.toString(), "run", "a name", "--", "echo", "");
    assertEquals(List.of("-Da=1", "-Db=2"), said.subList(0, 2));
    assertTrue(said.contains("-Dmine=1"), said::toString);
    assertEquals(
        List.of("-jar", home + "/lib/holdfast.jar", "run", "a name", "--", "echo", ""),
        said.subList(said.indexOf("-jar"), said.size()));
  }

  @Test
  void theFirstStartMakesTheArchiveAndLeavesNothingElse() throws Exception {
    String program = home.resolve("bin/holdfast").toString();
    Path archive = home.resolve("lib/holdfast-1.jsa");
    List<String> said = run(0, "", program, "list");
    assertTrue(said.contains("-XX:SharedArchiveFile=" + archive), said::toString);
    assertEquals("made\n", Files.readString(archive));
    Files.writeString(archive, "as it was");
    run(0, "", program, "list");
    assertEquals("as it was", Files.readString(archive));
    try (var files = Files.list(home.resolve("lib"))) {
      assertEquals(2, files.count(), "the archive, and the runtime");
    }
  }

  @Test
  void optionsThatTheJvmRefusesAreTold() throws Exception {
    List<String> said = run(70, "-Dwrong", home.resolve("bin/holdfast").toString(), "list");
    assertEquals(
        List.of(
            "holdfast: the JVM does not start with HOLDFAST_JAVA_OPTS='-Dwrong': no such option"),
        said);
  }

  private List<String> run(int code, String options, String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("HOLDFAST_JAVA_OPTS", options);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertTrue(process.waitFor(30, TimeUnit.SECONDS));
    assertEquals(code, process.exitValue(), said);
    assertFalse(said.isEmpty());
    return List.of(said.substring(0, said.length() - 1).split("\n", -1));
  }

  private void script(String name, String text) throws IOException {
    Path file = home.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    assertTrue(file.toFile().setExecutable(true));
  }
}
