package dev.holdfast.cli.output;

/** Where things worth knowing are told that are no errors. */
@FunctionalInterface
public interface Notices {
  /** Tells a sentence. */
  void warn(String sentence);
}
