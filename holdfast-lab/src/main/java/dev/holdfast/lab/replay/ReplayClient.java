package dev.holdfast.lab.replay;

import dev.holdfast.lab.episode.OrderTaker;
import dev.holdfast.lab.replay.Updater.Place;
import java.io.IOException;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/**
 * The program of a process of a replay. {@code open TASK} sets it to work; {@code stop-at PLACE} is
 * answered just before the process stops itself there, to be set going again from outside; {@code
 * end} tells how many sections ended without an update.
 */
final class ReplayClient implements OrderTaker {
  private final PrintStream out;
  private @Nullable Updater updater;
  private @Nullable Thread thread;

  private ReplayClient(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] arguments) throws IOException {
    OrderTaker.serve(ReplayClient::new);
  }

  @Override
  public void take(String line) throws Exception {
    if (line.startsWith("open ")) {
      open(Task.parse(line.substring(5)));
      out.println("ok");
    } else if (updater == null || thread == null) {
      out.println("failed nothing is open");
    } else if (line.startsWith("stop-at ")) {
      updater.stopAt(Place.valueOf(line.substring(8)));
    } else {
      updater.end();
      thread.join();
      out.println("ok " + updater.summary());
    }
  }

  private void open(Task task) throws Exception {
    Updater opened = new Updater(task, this::stopMyself);
    updater = opened;
    Thread started = new Thread(opened, "lab-updater");
    thread = started;
    started.start();
  }

  private void stopMyself() throws Exception {
    out.println("ok");
    new ProcessBuilder("kill", "-STOP", String.valueOf(ProcessHandle.current().pid()))
        .start()
        .waitFor();
  }
}
