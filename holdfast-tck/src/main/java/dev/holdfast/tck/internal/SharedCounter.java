package dev.holdfast.tck.internal;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A number in a file that processes of one machine change together, atomically, such as how many
 * are inside. It is not guarded by what is tested.
 */
public final class SharedCounter {
  /** How long the file is. */
  public static final int BYTES = 8;

  private static final VarHandle NUMBER =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final ByteBuffer file;

  private SharedCounter(ByteBuffer file) {
    this.file = file;
  }

  public static SharedCounter in(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return new SharedCounter(channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES));
    }
  }

  /** Adds this number; returns how many there are now. */
  public long add(long many) {
    return (long) NUMBER.getAndAdd(file, 0, many) + many;
  }
}
