package dev.holdfast.benchmarks.run;

import java.io.File;
import java.nio.file.Path;
import java.util.List;

/**
 * What a worker process runs on.
 *
 * @param java the Java home
 * @param flags more options for the JVM
 * @param classPath where classes come from, the first place first
 */
public record Jvm(Path java, List<String> flags, String classPath) {
  /**
   * The same for every contender. A small young generation, so that nobody is measured while the
   * machine finds it memory that it has never touched.
   */
  static final List<String> FLAGS = List.of("-Xmx512m", "-Xmn32m");

  /** The one that runs this process, with what this process has on its class path. */
  public static Jvm usual() {
    return new Jvm(
        Path.of(System.getProperty("java.home")), FLAGS, System.getProperty("java.class.path"));
  }

  /** Another Java with other options. */
  public Jvm with(Path otherJava, List<String> otherFlags) {
    return new Jvm(otherJava, otherFlags, classPath);
  }

  /** With a jar whose classes hide others of the same names. */
  public Jvm with(Path jar) {
    return new Jvm(java, flags, jar + File.pathSeparator + classPath);
  }
}
