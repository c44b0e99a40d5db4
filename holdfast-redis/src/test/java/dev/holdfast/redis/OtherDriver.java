package dev.holdfast.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs a program of the tests in a JVM of its own, with other versions of some libraries than those
 * that Holdfast is compiled with. The build copies them into folders under {@code target/drivers}.
 */
public final class OtherDriver {
  private static final int PATIENCE_SECONDS = 120;

  private final List<String> classPath;

  private OtherDriver(List<String> classPath) {
    this.classPath = classPath;
  }

  /** The class path of these tests. */
  public static OtherDriver present() {
    String classPath = System.getProperty("java.class.path");
    return new OtherDriver(List.of(classPath.split(Pattern.quote(File.pathSeparator), -1)));
  }

  /**
   * The same, with what is in a folder instead of the jars of these names.
   *
   * @param folder one in {@code target/drivers}
   * @param jars how the names of those begin that are replaced
   */
  public OtherDriver with(String folder, String... jars) throws IOException {
    List<String> others = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of("target", "drivers", folder))) {
      files.map(Path::toString).sorted().forEach(others::add);
    }
    for (String entry : classPath) {
      String name = String.valueOf(Path.of(entry).getFileName());
      if (Stream.of(jars).noneMatch(name::startsWith)) {
        others.add(entry);
      }
    }
    return new OtherDriver(others);
  }

  /** What the program printed; it must have ended with 0. */
  public String run(Class<?> program, String... arguments)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                "-cp",
                String.join(File.pathSeparator, classPath),
                program.getName()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new AssertionError(program.getSimpleName() + ": " + said);
      }
      return said;
    } finally {
      process.destroyForcibly();
    }
  }
}
