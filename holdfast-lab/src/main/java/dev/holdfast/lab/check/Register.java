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
 * compares tokens at each contact and keeps two marks (rule G2), the highest token of a writer and
 * that of a reader: a reader must lie above the first, a writer above both, unless the first is its
 * own. Who has no token is never refused. All that it accepts it keeps, in order.
 *
 * <p>A client may be killed or stopped at any point without harm to the others: each operation is
 * one compare-and-set of the name's head, which is the index of the last entry accepted.
 */
public final class Register {
  /** What was done to the counter: a contact only looks at it. */
  public enum What {
    CONTACT(0),
    WRITE(1),
    /** A contact of a reader, who may come again. */
    READ(2);

    private final long code;

    What(long code) {
      this.code = code;
    }

    private static What of(long code) {
      return code == WRITE.code ? WRITE : code == READ.code ? READ : CONTACT;
    }
  }

  /** An operation that was accepted. */
  public record Entry(long at, What what, long op, long token, long value) {}

  /*
   * An entry is 8 longs: time, what, request, token, value, the entry before, the writer's entry with
   * the highest token so far, the highest token of a reader so far. Each but the first two can be
   * read by whoever comes next.
   */

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

  /** The first contact of a section that may write: what the counter is, or -1 if refused. */
  public long open(int name, long token, long op) {
    return append(name, token, op, What.CONTACT, 0);
  }

  /** A look at the counter by a section that only reads: what it is, or -1 if refused. */
  public long read(int name, long token, long op) {
    return append(name, token, op, What.READ, 0);
  }

  /** Sets the counter; whether that was accepted. */
  public boolean write(int name, long token, long op, long value) {
    return append(name, token, op, What.WRITE, value) >= 0;
  }

  private long append(int name, long token, long op, What what, long value) {
    boolean reads = what == What.READ;
    int mine = 0;
    while (true) {
      long head = (long) LONGS.getVolatile(file, SLOT * (1 + name));
      int before = offset(head);
      long writer = head == 0 ? 0 : get(before, 6);
      long reader = head == 0 ? 0 : get(before, 7);
      if (token != 0 && refuses(writer, reader, token, op, reads)) {
        return -1;
      }
      long next = what == What.WRITE ? value : head == 0 ? 0 : get(before, 4);
      if (mine == 0) {
        mine = allocate();
      }
      put(mine, 0, SharedTime.nanos());
      put(mine, 1, what.code);
      put(mine, 2, op);
      put(mine, 3, token);
      put(mine, 4, next);
      put(mine, 5, head);
      put(mine, 6, reads || token == 0 ? writer : mine);
      put(mine, 7, reads ? Math.max(reader, token) : reader);
      if (LONGS.compareAndSet(file, SLOT * (1 + name), head, (long) mine)) {
        return next;
      }
    }
  }

  private boolean refuses(long writer, long reader, long token, long op, boolean reads) {
    long written = writer == 0 ? 0 : get(offset(writer), 3);
    boolean own = token == written && writer != 0 && get(offset(writer), 2) == op;
    return reads ? token <= written : token <= reader || (token <= written && !own);
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
              get(offset, 0),
              What.of(get(offset, 1)),
              get(offset, 2),
              get(offset, 3),
              get(offset, 4)));
      at = get(offset, 5);
    }
    Collections.reverse(entries);
    return entries;
  }
}
