package dev.holdfast.lab.wire;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs the system's own commands. */
final class Shell {
  private Shell() {}

  /**
   * Runs one to its end.
   *
   * @throws IOException if there is no such command, or it failed; what it said is in the message
   */
  static void run(List<String> words) throws IOException {
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", words) + ": " + said.strip());
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a command ran", stop);
    }
  }

  static void run(String... words) throws IOException {
    run(List.of(words));
  }

  /** Whether it is there and does its work. */
  static boolean works(String... words) {
    try {
      run(words);
      return true;
    } catch (IOException failed) {
      return false;
    }
  }
}
