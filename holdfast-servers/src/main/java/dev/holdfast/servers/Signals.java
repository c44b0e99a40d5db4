package dev.holdfast.servers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends signals to processes. */
public final class Signals {
  private Signals() {}

  /** Sends it to a process, if there is one. */
  public static void send(String name, @Nullable Process process) throws IOException {
    if (process != null) {
      send(name, List.of(process.toHandle()));
    }
  }

  /** Sends it to each of them; one that has ended meanwhile is no failure. */
  public static void send(String name, List<ProcessHandle> processes) throws IOException {
    if (processes.isEmpty()) {
      return;
    }
    List<String> command = new ArrayList<>(List.of("kill", "-" + name));
    processes.forEach(each -> command.add(String.valueOf(each.pid())));
    try {
      new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a signal was sent", stop);
    }
  }
}
