package dev.holdfast.benchmarks.run;

import dev.holdfast.benchmarks.figure.Figures;
import java.util.List;

/** One thing to measure, with bars in {@code bars.json} under its id. */
public interface Scenario {
  /** {@code P1} and so on. */
  String id();

  /** What is measured, in a few words. */
  String title();

  /** The rows of its table, by default; {@link Run#wants} says which of them to measure. */
  List<String> rows();

  /** The row that others are compared with in the table; empty if there is none. */
  String baseline();

  /** The row that this one is compared with, where not all are compared with the same. */
  default String baseline(String row) {
    return baseline();
  }

  /** Measures. A row that fails is told to the figures; only what concerns all rows is thrown. */
  void measure(Run run, Figures figures) throws Exception;
}
