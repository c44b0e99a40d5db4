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
import java.util.List;

/**
 * The history of one client process, in a file that it maps: what was written down survives the
 * process's sudden end, and costs no call to the system. Thread-safe; lock-free.
 */
public final class Journal {
  /*
   * Slot 0 counts the slots in use. A slot is 8 longs: kind and name (written last, so that a slot
   * is either whole or nothing), time, op, token, a, b.
   */
  private static final int SLOT = 64;
  private static final int MOST = 1 << 18;
  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final MappedByteBuffer file;

  private Journal(MappedByteBuffer file) {
    this.file = file;
  }

  /** Opens the journal for writing; makes it if it is not there. */
  public static Journal at(Path path) {
    try (FileChannel channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return new Journal(channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) SLOT * (MOST + 1)));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** Writes an event that happens now. */
  public void write(Kind kind, long op, int name, long token, long a, long b) {
    write(SharedTime.nanos(), kind, op, name, token, a, b);
  }

  /** Writes an event of a given time. */
  public void write(long at, Kind kind, long op, int name, long token, long a, long b) {
    long slot = 1 + (long) LONGS.getAndAdd(file, 0, 1L);
    if (slot > MOST) {
      throw new IllegalStateException("the journal is full: the episode is too long");
    }
    int offset = (int) (slot * SLOT);
    LONGS.set(file, offset + 8, at);
    LONGS.set(file, offset + 16, op);
    LONGS.set(file, offset + 24, token);
    LONGS.set(file, offset + 32, a);
    LONGS.set(file, offset + 40, b);
    LONGS.setRelease(file, offset, ((long) kind.code() << 32) | name);
  }

  /** How many events there are so far. */
  public long size() {
    return (long) LONGS.getVolatile(file, 0);
  }

  /** The events so far, as they were written. */
  public List<Event> events() {
    List<Event> events = new ArrayList<>();
    long end = Math.min(size(), MOST);
    for (int slot = 1; slot <= end; slot++) {
      int offset = slot * SLOT;
      long head = (long) LONGS.getAcquire(file, offset);
      Kind kind = Kind.of((int) (head >>> 32));
      if (kind != Kind.NOTHING) {
        events.add(
            new Event(
                (long) LONGS.get(file, offset + 8),
                kind,
                (long) LONGS.get(file, offset + 16),
                (int) head,
                (long) LONGS.get(file, offset + 24),
                (long) LONGS.get(file, offset + 32),
                (long) LONGS.get(file, offset + 40)));
      }
    }
    return events;
  }
}
