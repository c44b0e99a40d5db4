package dev.holdfast.benchmarks.contender;

/**
 * One way of locking, open on one Redis server (or on none): warm clients and pools that many
 * sections share. Thread-safe. Found by its id in {@link Contenders}.
 */
public interface Contender extends AutoCloseable {
  /** A section of this name for one thread; each thread asks for one of its own. */
  Section section(String name);

  /** Client commands sent so far by everything of this contender; -1 where nobody counts them. */
  default long commands() {
    return -1;
  }

  @Override
  void close();
}
