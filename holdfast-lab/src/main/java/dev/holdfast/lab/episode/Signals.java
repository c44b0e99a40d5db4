package dev.holdfast.lab.episode;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Sends signals to processes that the lab has started. */
final class Signals {
  private Signals() {}

  static void send(String name, @Nullable Process process) throws IOException {
    if (process == null) {
      return;
    }
    try {
      new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a signal was sent", stop);
    }
  }
}
