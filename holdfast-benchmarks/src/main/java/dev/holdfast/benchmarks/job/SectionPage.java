package dev.holdfast.benchmarks.job;

import java.nio.file.Path;

/**
 * Memory that the processes of a contender share, written inside of critical sections without any
 * synchronization of its own: if two threads are ever in the same section, visits get lost, and
 * their count is too small. It also counts how often a section changed hands.
 */
final class SectionPage implements Watch {
  private static final int SLOT_BYTES = 128; // no two sections in one cache line
  private static final int VISITS = 0;
  private static final int VISITOR = 8;
  private static final int CHANGES = 16;

  private final SharedLongs memory;

  private SectionPage(SharedLongs memory) {
    this.memory = memory;
  }

  /** Opens the page of so many sections, or makes it. */
  static SectionPage open(Path file, int sections) {
    return new SectionPage(SharedLongs.open(file, sections * SLOT_BYTES));
  }

  @Override
  public void visit(int section, long visitor) {
    int slot = section * SLOT_BYTES;
    memory.set(slot + VISITS, memory.get(slot + VISITS) + 1);
    if (memory.get(slot + VISITOR) != visitor) {
      memory.set(slot + VISITOR, visitor);
      memory.set(slot + CHANGES, memory.get(slot + CHANGES) + 1);
    }
  }

  /** The visits to all sections together. */
  long visits() {
    return sum(VISITS);
  }

  /** How often a section was visited by another visitor than before. */
  long changes() {
    return sum(CHANGES);
  }

  private long sum(int field) {
    long sum = 0;
    for (int slot = 0; slot < memory.bytes(); slot += SLOT_BYTES) {
      sum += memory.get(slot + field);
    }
    return sum;
  }
}
