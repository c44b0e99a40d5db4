package dev.holdfast.cli.demo;

import dev.holdfast.cli.run.OnLoss;
import dev.holdfast.cli.run.Watchdog;
import dev.holdfast.spi.DaemonThreads;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/** A worker as the demonstration sees it: a JVM of its own, spoken to in lines. */
final class WorkerProcess implements AutoCloseable {
  /** Something a worker said; of kind {@code gone} when it ended. */
  record Event(WorkerProcess worker, String kind, String detail) {}

  private final int number;
  private final Process process;
  private final PrintStream in;
  private @Nullable Watchdog watchdog;

  private WorkerProcess(int number, Process process) {
    this.number = number;
    this.process = process;
    this.in = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
  }

  /** Starts one; what it says goes into the queue. */
  static WorkerProcess start(
      int number, String redis, Path table, Path log, BlockingQueue<Event> events)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m", "-XX:-UsePerfData"));
    String archive = System.getProperty("holdfast.archive");
    if (archive != null) {
      command.addAll(List.of("-Xshare:auto", "-XX:SharedArchiveFile=" + archive, "-Xlog:disable"));
    }
    String library = System.getProperty("org.sqlite.lib.path");
    if (library != null) {
      command.add("-Dorg.sqlite.lib.path=" + library);
    }
    if (Runtime.version().feature() >= 22) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            Worker.class.getName(),
            Integer.toString(number),
            redis,
            table.toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    WorkerProcess worker = new WorkerProcess(number, process);
    DaemonThreads.start("demo-worker-" + number, () -> worker.read(events));
    return worker;
  }

  private void read(BlockingQueue<Event> events) {
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        int tab = line.indexOf('\t');
        events.add(
            tab < 0
                ? new Event(this, line, "")
                : new Event(this, line.substring(0, tab), line.substring(tab + 1)));
      }
    } catch (IOException ended) {
      // As below.
    }
    events.add(new Event(this, "gone", ""));
  }

  int number() {
    return number;
  }

  /** Its clock strikes noon of this day after the given number of milliseconds. */
  void wake(String recipe, String day, long offsetMillis) {
    in.println(recipe + " " + day + " " + offsetMillis);
  }

  /** It may go on with its draw. */
  void goOn() {
    in.println("go");
  }

  /** Stops it with SIGSTOP, as a machine that is suspended stops it: in the middle of anything. */
  void suspend() throws IOException, InterruptedException {
    // A stopped process would not notice that we are gone.
    watchdog = Watchdog.over(process.pid(), OnLoss.KILL, Duration.ofSeconds(1));
    kill("STOP");
  }

  void resume() throws IOException, InterruptedException {
    kill("CONT");
    if (watchdog != null) {
      watchdog.close();
      watchdog = null;
    }
  }

  private void kill(String signal) throws IOException, InterruptedException {
    int code =
        new ProcessBuilder(
                "/bin/sh", "-c", "kill -s \"$0\" \"$1\"", signal, Long.toString(process.pid()))
            .redirectErrorStream(true)
            .redirectOutput(new File("/dev/null"))
            .start()
            .waitFor();
    if (code != 0) {
      throw new IOException("worker " + number + " cannot be sent SIG" + signal);
    }
  }

  @Override
  public void close() {
    if (watchdog != null) {
      watchdog.close();
    }
    process.destroyForcibly();
    process.onExit().join();
  }
}
