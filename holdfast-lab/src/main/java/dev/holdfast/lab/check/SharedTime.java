package dev.holdfast.lab.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * The monotonic time that all processes of the machine share, in which histories are written: also
 * in a process whose own clocks are made wrong.
 */
public final class SharedTime {
  /** The variable that names the file which says by how much this process's clocks are wrong. */
  public static final String FILE = "LAB_CLOCK";

  /** Where in that file the microseconds are by which the wall clock is wrong. */
  public static final int WALL = 0;

  /** The same of the monotonic clock. */
  public static final int MONOTONIC = Long.BYTES;

  private static final LongSupplier WRONG_BY = wrongBy(System.getenv(FILE));

  private SharedTime() {}

  private static LongSupplier wrongBy(String file) {
    if (file == null) {
      return () -> 0;
    }
    try (FileChannel channel = FileChannel.open(Path.of(file))) {
      ByteBuffer mapped =
          channel
              .map(FileChannel.MapMode.READ_ONLY, 0, channel.size())
              .order(ByteOrder.nativeOrder());
      return () -> mapped.getLong(MONOTONIC) * 1_000;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** Nanoseconds, as {@link System#nanoTime()} tells them where clocks are right. */
  public static long nanos() {
    while (true) {
      long wrongBy = WRONG_BY.getAsLong();
      long now = System.nanoTime();
      // A process may be stopped, and its clock made wrong, between any two of its steps.
      if (wrongBy == WRONG_BY.getAsLong()) {
        return now - wrongBy;
      }
    }
  }
}
