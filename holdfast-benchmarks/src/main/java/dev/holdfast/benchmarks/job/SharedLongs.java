package dev.holdfast.benchmarks.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Numbers in a file that the processes of a contender have in their memory. */
final class SharedLongs {
  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final ByteBuffer memory;

  private SharedLongs(ByteBuffer memory) {
    this.memory = memory;
  }

  /** Opens the file, or makes it, with zeros. */
  static SharedLongs open(Path file, int bytes) {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return new SharedLongs(channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  int bytes() {
    return memory.capacity();
  }

  /** As it stands, with no order to anything else. */
  long get(int at) {
    return (long) LONGS.getOpaque(memory, at);
  }

  void set(int at, long value) {
    LONGS.setOpaque(memory, at, value);
  }

  /** Adds in one step for all processes; returns the sum. */
  long add(int at, long more) {
    return (long) LONGS.getAndAdd(memory, at, more) + more;
  }

  /** Raises a number to this one, if it is less, in one step for all processes. */
  void raise(int at, long value) {
    long present = (long) LONGS.getVolatile(memory, at);
    while (present < value && !LONGS.compareAndSet(memory, at, present, value)) {
      present = (long) LONGS.getVolatile(memory, at);
    }
  }

  /** Sets a number in one step for all processes; returns what it was. */
  long exchange(int at, long value) {
    return (long) LONGS.getAndSet(memory, at, value);
  }
}
