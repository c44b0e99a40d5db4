package dev.holdfast.lab.sim;

import dev.holdfast.lab.sim.Simulation.Violation;
import java.io.PrintStream;
import java.util.Locale;

/**
 * Prints how far a range is, in one line that is written over, and each failing seed at once, so
 * that a run that is stopped has told all it found.
 */
final class Report implements Range.Progress {
  private final long size;
  private final PrintStream out;

  Report(long size, PrintStream out) {
    this.size = size;
    this.out = out;
  }

  @Override
  public void at(long done, int failed) {
    out.print(String.format(Locale.ROOT, "\r%d of %d seeds, %d failed", done, size, failed));
    out.flush();
  }

  @Override
  public void failed(Violation violation) {
    out.println("\r" + violation);
    out.flush();
  }
}
