package dev.holdfast.benchmarks.run;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The processes that this one started. All of them end with it, also on Ctrl-C. */
public final class Children {
  private static final Set<Process> ALIVE = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(Children::endAll, "end of children"));
  }

  private Children() {}

  public static Process start(ProcessBuilder builder) throws IOException {
    Process process = builder.start();
    ALIVE.removeIf(ended -> !ended.isAlive());
    ALIVE.add(process);
    return process;
  }

  private static void endAll() {
    ALIVE.forEach(Process::destroyForcibly);
  }
}
