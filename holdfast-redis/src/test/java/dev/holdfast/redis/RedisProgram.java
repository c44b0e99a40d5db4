package dev.holdfast.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import redis.embedded.core.ExecutableProvider;

/**
 * The program of a real Redis or Valkey server: the one in a jar of Maven Central, which is 6.2 and
 * knows no TLS, or one of Debian's, fetched by the script {@code redis-server}.
 */
final class RedisProgram {
  /** What the script says where there is no such server for the platform. */
  private static final int UNAVAILABLE = 69;

  private static final Path HOME = Path.of("..", "holdfast-redis").toAbsolutePath().normalize();
  private static final ConcurrentHashMap<String, List<String>> KNOWN = new ConcurrentHashMap<>();

  private RedisProgram() {}

  /**
   * The command that starts the server of {@code -Dholdfast.redis.server=SUITE/PROGRAM}, for
   * example {@code sid/valkey-server}; without it, the one in the jar.
   */
  static List<String> chosen() throws IOException {
    String given = System.getProperty("holdfast.redis.server", "");
    return given.isEmpty() ? embedded() : debian(given);
  }

  /** The same, but never one without TLS. */
  static List<String> chosenWithTls() {
    String given = System.getProperty("holdfast.redis.server", "");
    return debian(given.isEmpty() ? "bookworm/redis-server" : given);
  }

  private static synchronized List<String> embedded() throws IOException {
    List<String> known = KNOWN.get("");
    if (known == null) {
      known = List.of(ExecutableProvider.newJarResourceProvider().get().getAbsolutePath());
      KNOWN.put("", known);
    }
    return known;
  }

  /** On a platform that has none the tests are not run, but that is no CI's excuse. */
  static synchronized List<String> debian(String name) {
    return KNOWN.computeIfAbsent(name, RedisProgram::fetch);
  }

  private static List<String> fetch(String name) {
    String[] parts = name.split("/");
    assertEquals(2, parts.length, "-Dholdfast.redis.server wants SUITE/PROGRAM, not " + name);
    Path folder = HOME.resolve(Path.of("target", "servers", String.join("-", parts)));
    Path log = Path.of(folder + ".log");
    try {
      Files.createDirectories(folder.getParent());
      int code =
          new ProcessBuilder(
                  HOME.resolve("redis-server").toString(), folder.toString(), parts[0], parts[1])
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(log.toFile())
              .start()
              .waitFor();
      if (code == UNAVAILABLE && System.getenv("CI") == null) {
        assumeTrue(isOnPath(parts[1]), "not run: there is no " + name + " for this platform");
        return List.of(parts[1]);
      }
      assertEquals(0, code, Files.readString(log));
    } catch (IOException | InterruptedException error) {
      throw new IllegalStateException(error);
    }
    return command(folder.resolve("root"), parts[1]);
  }

  private static boolean isOnPath(String program) throws InterruptedException {
    try {
      return new ProcessBuilder(program, "--version")
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException none) {
      return false;
    }
  }

  /** With the libraries that came with it instead of this machine's. */
  private static List<String> command(Path root, String program) {
    // Which of the two folders holds what has changed with the suites.
    List<Path> libraries =
        List.of(root.resolve("usr/lib/x86_64-linux-gnu"), root.resolve("lib/x86_64-linux-gnu"));
    Path loader =
        libraries.stream()
            .map(folder -> folder.resolve("ld-linux-x86-64.so.2"))
            .filter(Files::exists)
            .findFirst()
            .orElseThrow();
    return List.of(
        loader.toString(),
        "--library-path",
        libraries.get(0) + ":" + libraries.get(1),
        root.resolve("usr/bin").resolve(program).toString());
  }
}
