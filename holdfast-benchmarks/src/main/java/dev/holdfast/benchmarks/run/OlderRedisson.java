package dev.holdfast.benchmarks.run;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The Redisson whose lock on several servers the bars name: a jar of its own beside this module's
 * classes, which hides the newer one where it comes first on the class path. What it needs besides
 * is the same for both.
 */
public final class OlderRedisson {
  /** What the jar's manifest says. */
  public static final String VERSION = "4.3.1";

  private OlderRedisson() {}

  public static Path jar() {
    Path jar = classes().resolveSibling("older").resolve("redisson-" + VERSION + ".jar");
    if (!Files.exists(jar)) {
      throw new ContenderException("there is no " + jar + ": the build did not copy it");
    }
    return jar;
  }

  /** Where this module's classes are: a folder, or a jar. */
  static Path classes() {
    try {
      return Path.of(
          OlderRedisson.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException strange) {
      throw new ContenderException("where the classes are is no file: " + strange.getMessage());
    }
  }
}
