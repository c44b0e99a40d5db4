package dev.holdfast.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Memory that the processes of a contender share, written inside of critical sections without any
 * synchronization of its own: if two threads are ever in the same section, visits get lost, and
 * their count is too small. It also counts how often a section changed hands.
 */
final class SectionPage {
  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final int SLOT_BYTES = 128; // no two sections in one cache line
  private static final int VISITS = 0;
  private static final int VISITOR = 8;
  private static final int CHANGES = 16;

  private final ByteBuffer memory;

  private SectionPage(ByteBuffer memory) {
    this.memory = memory;
  }

  /** Opens the page of so many sections, or makes it. */
  static SectionPage open(Path file, int sections) {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return new SectionPage(
          channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) sections * SLOT_BYTES));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** Called inside of a section. Visitors have numbers above 0. */
  void visit(int section, long visitor) {
    int slot = section * SLOT_BYTES;
    set(slot + VISITS, get(slot + VISITS) + 1);
    if (get(slot + VISITOR) != visitor) {
      set(slot + VISITOR, visitor);
      set(slot + CHANGES, get(slot + CHANGES) + 1);
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
    for (int slot = 0; slot < memory.capacity(); slot += SLOT_BYTES) {
      sum += get(slot + field);
    }
    return sum;
  }

  private long get(int at) {
    return (long) LONGS.getOpaque(memory, at);
  }

  private void set(int at, long value) {
    LONGS.setOpaque(memory, at, value);
  }
}
