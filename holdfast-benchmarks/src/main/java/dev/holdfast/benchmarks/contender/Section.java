package dev.holdfast.benchmarks.contender;

/** A section of one name, used by one thread: entered, left, entered again. */
public interface Section {
  /** Waits until this thread may be in the section: alone, or with other readers. */
  void enter() throws Exception;

  /** Lets the next one in. */
  void leave() throws Exception;
}
