package dev.holdfast.cli;

/** Where things worth knowing are told that are no errors. */
@FunctionalInterface
interface Notices {
  /** Tells a sentence. */
  void warn(String sentence);
}
