package dev.holdfast.servers;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The program of a real Redis or Valkey server, as the beginning of a command: the one in a jar of
 * Maven Central, which is 6.2 and knows no TLS, or one of Debian's.
 */
public final class RedisProgram {
  private static final Map<String, DebianPackage> PACKAGES = new ConcurrentHashMap<>();

  private RedisProgram() {}

  /** The one in the jar. */
  public static List<String> bundled() throws IOException {
    return List.of(BundledPrograms.redis().toString());
  }

  /**
   * The one of {@code -Dholdfast.redis.server=SUITE/PROGRAM}, for example {@code
   * sid/valkey-server}; without it, the one in the jar.
   */
  public static List<String> chosen() throws IOException {
    String given = System.getProperty("holdfast.redis.server", "");
    return given.isEmpty() ? bundled() : debian(given);
  }

  /** The same, but never one without TLS. */
  public static List<String> chosenWithTls() throws IOException {
    String given = System.getProperty("holdfast.redis.server", "");
    return debian(given.isEmpty() ? "bookworm/redis-server" : given);
  }

  /** One of Debian's, or the one that this machine has where Debian's does not run. */
  public static List<String> debian(String suiteAndProgram) throws IOException {
    String[] parts = suiteAndProgram.split("/", -1);
    if (parts.length != 2) {
      throw new IllegalArgumentException("it is SUITE/PROGRAM, not " + suiteAndProgram);
    }
    DebianPackage known =
        PACKAGES.computeIfAbsent(suiteAndProgram, name -> DebianPackage.redis(parts[0], parts[1]));
    if (!known.obstacle().isEmpty() && System.getenv("CI") == null && isOnPath(parts[1])) {
      return List.of(parts[1]);
    }
    return known.command("usr/bin/" + parts[1]);
  }

  private static boolean isOnPath(String program) throws IOException {
    try {
      return new ProcessBuilder(program, "--version")
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException none) {
      return false;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + program + " was looked for", stop);
    }
  }
}
