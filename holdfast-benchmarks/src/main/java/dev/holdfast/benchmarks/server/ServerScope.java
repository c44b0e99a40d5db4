package dev.holdfast.benchmarks.server;

import java.io.IOException;
import java.nio.file.Path;

/** What a server that ends with a scenario needs of its run. */
public interface ServerScope {
  /** For files of the run; deleted with it. */
  Path folder();

  /** A new folder, for what is called like this. */
  Path newFolder(String kind) throws IOException;

  /** Shows what is going on. */
  void show(String what);

  /** Has something closed at the end of the scenario, whatever happens; the last first. */
  void closeAtTheEnd(AutoCloseable resource);
}
