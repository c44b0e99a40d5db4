package dev.holdfast.benchmarks.contender;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The system's own lock of a file for each name; no queue, no token, nothing that expires. */
record FileLocks(String path) implements Contender {
  @Override
  public Section section(String name) {
    try {
      // The names of a run are told apart by what stands behind the last colon.
      Path file = Path.of(path + "-" + name.substring(name.lastIndexOf(':') + 1));
      return new OfOneFile(
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
    } catch (IOException failed) {
      throw new IllegalStateException("no file of locks beside " + path, failed);
    }
  }

  @Override
  public long commands() {
    return 0;
  }

  /** The files are closed with the process. */
  @Override
  public void close() {}

  private static final class OfOneFile implements Section {
    private final FileChannel channel;
    private @Nullable FileLock lock;

    OfOneFile(FileChannel channel) {
      this.channel = channel;
    }

    @Override
    public void enter() throws IOException {
      lock = channel.lock();
    }

    @Override
    public void leave() throws IOException {
      Objects.requireNonNull(lock, "entered").release();
    }
  }
}
