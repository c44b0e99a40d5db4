package dev.holdfast.benchmarks.run;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/** The Java installations of this machine. */
public final class JavaHomes {
  private static final Path INSTALLED = Path.of("/usr/lib/jvm");

  private JavaHomes() {}

  /** The newest of at least this version: the one that runs this program, or an installed one. */
  public static Optional<Path> atLeast(int feature) throws IOException {
    Stream<Path> running = Stream.of(Path.of(System.getProperty("java.home")));
    if (!Files.isDirectory(INSTALLED)) {
      return running.filter(home -> feature(home) >= feature).findFirst();
    }
    try (Stream<Path> installed = Files.list(INSTALLED)) {
      return Stream.concat(running, installed)
          .filter(home -> Files.isExecutable(home.resolve("bin").resolve("java")))
          .filter(home -> feature(home) >= feature)
          .max(Comparator.comparingInt(JavaHomes::feature));
    }
  }

  /** Its version, from the file that says it without a start of that Java; 0 if there is none. */
  private static int feature(Path home) {
    Properties release = new Properties();
    try (Reader reader = Files.newBufferedReader(home.resolve("release"))) {
      release.load(reader);
    } catch (IOException none) {
      return 0;
    }
    String version = release.getProperty("JAVA_VERSION", "\"0\"").replace("\"", "");
    String first = version.split("[^0-9]", 2)[0];
    return first.isEmpty() ? 0 : Integer.parseInt(first);
  }
}
