package dev.holdfast.lab.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The resource that the locks guard: one counter for each name, in a file that all clients map. It
 * compares tokens at a section's first contact and at its write, refuses lower ones, and equal ones
 * of others; who has no token is never refused. All that it accepts it keeps, in order.
 *
 * <p>A client may be killed or stopped at any point without harm to the others: each operation is
 * one compare-and-set of the name's head, which is the index of the last entry accepted.
 */
public final class Register {
  /** An operation that was accepted. */
  public record Entry(long at, boolean write, long op, long token, long value) {}

  private static final int SLOT = 64;
  private static final int MOST = 1 << 18;
  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final MappedByteBuffer file;
  private final int names;

  private Register(MappedByteBuffer file, int names) {
    this.file = file;
    this.names = names;
  }

  /** Opens the register of so many names; makes it if it is not there. */
  public static Register at(Path path, int names) {
    try (FileChannel channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return new Register(
          channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) SLOT * (MOST + names + 1)), names);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** The first contact of a section: what the counter is, or -1 if it is refused. */
  public long open(int name, long token, long op) {
    return append(name, token, op, false, 0);
  }

  /** Sets the counter; whether that was accepted. */
  public boolean write(int name, long token, long op, long value) {
    return append(name, token, op, true, value) >= 0;
  }

  private long append(int name, long token, long op, boolean write, long value) {
    int mine = 0;
    while (true) {
      long head = (long) LONGS.getVolatile(file, SLOT * (1 + name));
      int before = offset(head);
      if (head != 0 && refuses(before, token, op)) {
        return -1;
      }
      long next = write ? value : head == 0 ? 0 : get(before, 4);
      if (mine == 0) {
        mine = allocate();
      }
      put(mine, 0, System.nanoTime());
      put(mine, 1, write ? 1 : 0);
      put(mine, 2, op);
      put(mine, 3, token);
      put(mine, 4, next);
      put(mine, 5, head);
      if (LONGS.compareAndSet(file, SLOT * (1 + name), head, (long) mine)) {
        return next;
      }
    }
  }

  private boolean refuses(int entry, long token, long op) {
    long seen = get(entry, 3);
    return token != 0 && (token < seen || (token == seen && op != get(entry, 2)));
  }

  private int allocate() {
    long index = 1 + (long) LONGS.getAndAdd(file, 0, 1L);
    if (index >= MOST) {
      throw new IllegalStateException("the register is full: the episode is too long");
    }
    return (int) index;
  }

  private int offset(long index) {
    return (int) (SLOT * (names + index));
  }

  private long get(int offset, int field) {
    return (long) LONGS.get(file, offset + 8 * field);
  }

  private void put(int index, int field, long value) {
    LONGS.set(file, offset(index) + 8 * field, value);
  }

  /** How many operations were tried so far. */
  public long size() {
    return (long) LONGS.getVolatile(file, 0);
  }

  /** What was accepted for a name, in order. */
  public List<Entry> entries(int name) {
    List<Entry> entries = new ArrayList<>();
    long at = (long) LONGS.getVolatile(file, SLOT * (1 + name));
    while (at != 0) {
      int offset = offset(at);
      entries.add(
          new Entry(
              get(offset, 0), get(offset, 1) == 1, get(offset, 2), get(offset, 3), get(offset, 4)));
      at = get(offset, 5);
    }
    Collections.reverse(entries);
    return entries;
  }
}
