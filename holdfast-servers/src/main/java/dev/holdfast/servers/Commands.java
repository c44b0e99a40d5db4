package dev.holdfast.servers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Runs commands that prepare servers. */
final class Commands {
  private Commands() {}

  /**
   * Runs one to its end in an environment like that of servers.
   *
   * @param folder where it may put files, and what it says, in a file of this name
   * @throws IOException if it failed
   */
  static void run(Path folder, String logName, List<String> command) throws IOException {
    Path log = folder.resolve(logName);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    setEnvironment(builder.environment(), folder.toAbsolutePath());
    Process process = builder.start();
    process.getOutputStream().close();
    requireGoodEnd(process, command.get(0) + ", which tells of it in " + log + ",");
  }

  /** Sets what a server would take over from whatever started this JVM. */
  static void setEnvironment(Map<String, String> variables, Path folder) {
    variables.keySet().removeIf(name -> name.startsWith("LC_") || name.equals("LANGUAGE"));
    variables.put("LANG", "C.UTF-8");
    variables.put("HOME", folder.toString());
    variables.put("TMPDIR", folder.toString());
  }

  static void requireGoodEnd(Process process, String name) throws IOException {
    try {
      int code = process.waitFor();
      if (code != 0) {
        throw new IOException(name + " ended with " + code);
      }
    } catch (InterruptedException stop) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + name + " ran", stop);
    }
  }
}
