package dev.holdfast.benchmarks.job;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How often each thread of this process gave the processor away so far, or lost it: Linux counts
 * that, by the thread. Threads that have ended are not in it: whose threads end, looks before.
 */
record ContextSwitches(Map<String, Long> byThread) {
  private static final Path TASKS = Path.of("/proc/self/task");
  private static final List<String> COUNTERS =
      List.of("voluntary_ctxt_switches:", "nonvoluntary_ctxt_switches:");

  /** Of nothing, where the system does not count. */
  static ContextSwitches now() {
    Map<String, Long> byThread = new HashMap<>();
    if (Files.isDirectory(TASKS)) {
      try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
        for (Path task : tasks) {
          add(task, byThread);
        }
      } catch (IOException unreadable) {
        return new ContextSwitches(Map.of());
      }
    }
    return new ContextSwitches(byThread);
  }

  private static void add(Path task, Map<String, Long> byThread) {
    try {
      byThread.put(
          String.valueOf(task.getFileName()), parse(Files.readAllLines(task.resolve("status"))));
    } catch (IOException ended) {
      // Between the list of threads and the look at it.
    }
  }

  /** The sum of both counters in {@code /proc/…/status}. */
  static long parse(List<String> status) {
    long sum = 0;
    for (String line : status) {
      for (String counter : COUNTERS) {
        if (line.startsWith(counter)) {
          sum += Long.parseLong(line.substring(counter.length()).strip());
        }
      }
    }
    return sum;
  }

  /** Of all threads of now since then; of a newer thread since its start. -1 if nobody counted. */
  long since(ContextSwitches before) {
    if (byThread.isEmpty()) {
      return -1;
    }
    long sum = 0;
    for (Map.Entry<String, Long> thread : byThread.entrySet()) {
      sum += thread.getValue() - before.byThread.getOrDefault(thread.getKey(), 0L);
    }
    return sum;
  }
}
