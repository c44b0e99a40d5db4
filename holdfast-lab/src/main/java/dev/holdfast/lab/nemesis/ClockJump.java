package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The server's clock jumps, forward or back, and back again when the fault is healed. The server
 * runs with a small library before the system's, which adds to the time what a file says; the
 * machine's own clock is never touched.
 */
final class ClockJump implements Nemesis {
  /** Not more: holds that were granted ahead of time last for so much longer. */
  private static final long MOST_MILLIS = 2_000;

  /** The library, built once with {@code cc}; empty where there is none. */
  private static final class Library {
    static final Optional<Path> PATH = build();
  }

  static Optional<Path> library() {
    return Library.PATH;
  }

  private static Optional<Path> build() {
    try (InputStream source = ClockJump.class.getResourceAsStream("clock.c")) {
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

  @Override
  public void prepare(Rig rig, SplittableRandom random) throws IOException {
    Path built = library().orElseThrow(() -> new IOException("there is no cc here"));
    set(rig, 0);
    rig.store()
        .restartIn(
            Map.of(
                "LD_PRELOAD", built.toString(),
                "LAB_CLOCK", file(rig).toAbsolutePath().toString()));
  }

  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    long millis = random.nextLong(100, MOST_MILLIS) * (random.nextBoolean() ? 1 : -1);
    rig.note("the server's clock jumps by " + millis + " ms");
    set(rig, millis);
  }

  @Override
  public void heal(Rig rig) throws IOException {
    rig.note("the server's clock jumps back");
    set(rig, 0);
  }

  @Override
  public void restore(Rig rig) throws IOException {
    rig.store().restartIn(Map.of());
  }

  private static Path file(Rig rig) {
    return rig.folder().resolve("clock");
  }

  /** In place, as the server has mapped the file. */
  private static void set(Rig rig, long millis) throws IOException {
    java.nio.ByteBuffer bytes =
        java.nio.ByteBuffer.allocate(8).order(java.nio.ByteOrder.nativeOrder());
    bytes.putLong(millis * 1_000).flip();
    try (var channel =
        java.nio.channels.FileChannel.open(
            file(rig),
            java.nio.file.StandardOpenOption.CREATE,
            java.nio.file.StandardOpenOption.WRITE)) {
      channel.write(bytes, 0);
    }
  }
}
