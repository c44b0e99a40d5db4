package dev.holdfast.benchmarks.run;

import java.nio.file.Path;

/** The repository that the benchmarks are of. */
public final class Repository {
  private Repository() {}

  /** Its folder, which the launcher tells; else the working directory. */
  public static Path root() {
    return Path.of(System.getProperty("holdfast.root", "."));
  }
}
