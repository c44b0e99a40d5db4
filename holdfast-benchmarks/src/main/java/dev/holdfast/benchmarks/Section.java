package dev.holdfast.benchmarks;

/** A critical section of one name, used by one thread: entered, left, entered again. */
public interface Section {
  /** Waits until this thread is alone in the section. */
  void enter() throws Exception;

  /** Lets the next one in. */
  void leave() throws Exception;
}
