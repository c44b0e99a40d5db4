package dev.holdfast.benchmarks.network;

import dev.holdfast.benchmarks.run.Children;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Programs that never pause, as an application's neighbours on a machine may not. */
public final class BusyPrograms implements AutoCloseable {
  private final List<Process> programs = new ArrayList<>();

  public BusyPrograms(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      programs.add(
          Children.start(
              new ProcessBuilder("sh", "-c", "while :; do :; done")
                  .redirectErrorStream(true)
                  .redirectOutput(ProcessBuilder.Redirect.DISCARD)));
    }
  }

  @Override
  public void close() {
    programs.forEach(Process::destroyForcibly);
  }
}
