package dev.holdfast.benchmarks.run;

import dev.holdfast.benchmarks.figure.Figures;
import java.io.IOException;

/** One of those that take turns: a row of the table, warm and idle until its turn comes. */
public interface Entrant {
  String row();

  /**
   * Runs one turn and adds its figures.
   *
   * @throws ContenderException if it cannot be measured (any more)
   */
  void turn(double seconds, Figures figures) throws IOException, InterruptedException;

  /** Ends its processes. Idempotent. */
  void close();
}
