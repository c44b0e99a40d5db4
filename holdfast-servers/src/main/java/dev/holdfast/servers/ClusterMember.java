package dev.holdfast.servers;

import java.io.IOException;
import java.nio.file.Path;

/** One server of several that replicate what they know. */
public abstract class ClusterMember extends ServerProcess {
  /** How long is waited for an answer to how it is. */
  static final int LOOK_MILLIS = 500;

  ClusterMember(Path folder, int port) throws IOException {
    super(folder, port);
  }

  /** Whether it has a leader, or leads. */
  public abstract boolean serves();

  /** Whether it leads. */
  public abstract boolean leads();

  /** Where its data is. */
  public abstract Path data();

  @Override
  protected final boolean answers() {
    return serves();
  }

  /** Starts it unless it runs, without waiting for the others, without which it may not serve. */
  @Override
  public final void ensureAlive() throws IOException {
    if (!isAlive()) {
      launch();
    }
  }

  /** What it is called among the others. */
  @Override
  public final String toString() {
    return String.valueOf(folder().getFileName());
  }

  /** Deletes its data; it does not run. */
  public final void wipe() throws IOException {
    Folders.delete(data());
  }

  /**
   * Lets nothing more be written to its disk, or again: as if that were full. Where it has ended,
   * as members do whose disk fails them, that is no failure.
   */
  public final void fillDisk(boolean full) throws IOException {
    if (isAlive()) {
      String limit = full ? "0:unlimited" : "unlimited:unlimited";
      Process prlimit =
          new ProcessBuilder("prlimit", "--pid", String.valueOf(pid()), "--fsize=" + limit)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      try {
        prlimit.waitFor();
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while a disk was filled", stop);
      }
    }
  }
}
