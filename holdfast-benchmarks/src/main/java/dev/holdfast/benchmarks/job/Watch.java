package dev.holdfast.benchmarks.job;

/** Looks, from inside of sections, whether nobody is there who must not be. Thread-safe. */
interface Watch {
  /** Called inside of a section. Visitors have numbers above 0. */
  void visit(int section, long visitor);
}
