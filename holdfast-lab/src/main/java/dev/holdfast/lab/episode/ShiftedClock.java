package dev.holdfast.lab.episode;

import dev.holdfast.lab.check.SharedTime;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The clocks of a server or a client, which can be made wrong: its process runs with a small
 * library before the system's, which adds to the time what a file says. The machine's own clocks
 * are never touched.
 */
public final class ShiftedClock {
  /** The library, built once with {@code cc}; empty where there is none. */
  private static final class Library {
    static final Optional<Path> PATH = build();
  }

  private final Path file;
  private long missedMicros;

  /** One that the file shifts; by nothing, at first. */
  public ShiftedClock(Path file) throws IOException {
    this.file = file.toAbsolutePath();
    write(0, 0);
  }

  /** Whether there can be such clocks here. */
  public static boolean isPossible() {
    return Library.PATH.isPresent();
  }

  private static Optional<Path> build() {
    try (InputStream source = ShiftedClock.class.getResourceAsStream("clock.c")) {
      if (source == null) {
        return Optional.empty();
      }
      Path folder = Files.createTempDirectory("holdfast-lab-clock");
      Path library = folder.resolve("clock.so");
      Files.copy(source, folder.resolve("clock.c"));
      int code =
          new ProcessBuilder(
                  "cc", "-shared", "-fPIC", "-O1", "-o", library.toString(), "clock.c", "-ldl")
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor();
      return code == 0 ? Optional.of(library) : Optional.empty();
    } catch (IOException noCompiler) {
      return Optional.empty();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** What a process has to find in its environment to have these clocks. */
  public Map<String, String> environment() throws IOException {
    Path library = Library.PATH.orElseThrow(() -> new IOException("there is no cc here"));
    return Map.of("LD_PRELOAD", library.toString(), SharedTime.FILE, file.toString());
  }

  /** From now on the wall clock is wrong by so much. */
  public void shift(long millis) throws IOException {
    write(millis * 1_000, 0);
  }

  /**
   * What its process misses while it stands still, as on a machine that is suspended: from now on
   * the monotonic clock is behind by so much more.
   *
   * @param wallToo whether the wall clock is, too, as on a virtual machine that is stopped
   */
  public void miss(Duration time, boolean wallToo) throws IOException {
    missedMicros += TimeUnit.NANOSECONDS.toMicros(time.toNanos());
    write(wallToo ? -missedMicros : 0, -missedMicros);
  }

  /** In place, as the process has mapped the file. */
  private void write(long wallMicros, long monotonicMicros) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES).order(ByteOrder.nativeOrder());
    bytes.putLong(SharedTime.WALL, wallMicros).putLong(SharedTime.MONOTONIC, monotonicMicros);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.write(bytes, 0);
    }
  }
}
