package dev.holdfast.lab.episode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;

/**
 * A server's clock that can be made wrong: the server runs with a small library before the
 * system's, which adds to the time what a file says. The machine's own clock is never touched.
 */
public final class ShiftedClock {
  /** The library, built once with {@code cc}; empty where there is none. */
  private static final class Library {
    static final Optional<Path> PATH = build();
  }

  private final Path file;

  /** One that the file shifts; by nothing, at first. */
  public ShiftedClock(Path file) throws IOException {
    this.file = file.toAbsolutePath();
    shift(0);
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
          new ProcessBuilder("cc", "-shared", "-fPIC", "-O1", "-o", library.toString(), "clock.c")
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

  /** What a server has to find in its environment to have this clock. */
  public Map<String, String> environment() throws IOException {
    Path library = Library.PATH.orElseThrow(() -> new IOException("there is no cc here"));
    return Map.of("LD_PRELOAD", library.toString(), "LAB_CLOCK", file.toString());
  }

  /** From now on it is wrong by so much. In place, as the server has mapped the file. */
  public void shift(long millis) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder());
    bytes.putLong(millis * 1_000).flip();
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.write(bytes, 0);
    }
  }
}
