package dev.holdfast.benchmarks.run;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A {@link Worker} as its parent sees it: orders go in, answers come out. */
final class WorkerProcess implements AutoCloseable {
  private static final String END = "";

  private final Process process;
  private final PrintStream orders;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private final Path errors;

  /**
   * Starts a worker.
   *
   * @param number its place among the processes of its crew
   */
  WorkerProcess(Jvm jvm, Class<? extends Job> job, int number, int count, Path folder)
      throws IOException {
    errors = Files.createTempFile(folder, "worker-", ".log");
    List<String> command = new ArrayList<>();
    command.add(jvm.java().resolve("bin").resolve("java").toString());
    command.addAll(jvm.flags());
    command.add("-D" + Place.NUMBER + "=" + number);
    command.add("-D" + Place.COUNT + "=" + count);
    command.add("-cp");
    command.add(jvm.classPath());
    command.add(Worker.class.getName());
    command.add(job.getName());
    process = Children.start(new ProcessBuilder(command).redirectError(errors.toFile()));
    orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    Thread reader = new Thread(this::read, "answers of " + process.pid());
    reader.setDaemon(true);
    reader.start();
  }

  private void read() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      String line = lines.readLine();
      while (line != null) {
        answers.add(line);
        line = lines.readLine();
      }
    } catch (IOException broken) {
      // The process is gone, which END tells.
    }
    answers.add(END);
  }

  void order(Map<String, Object> order) throws IOException {
    orders.println(JSON.std.asString(order));
  }

  /**
   * The next answer.
   *
   * @throws ContenderException if the worker failed, died or is silent for too long
   */
  Map<String, Object> answer(long seconds) throws IOException, InterruptedException {
    String line = answers.poll(seconds, TimeUnit.SECONDS);
    if (line == null) {
      throw new ContenderException("a worker gave no answer within " + seconds + " s");
    }
    if (line.equals(END)) {
      throw new ContenderException("a worker died: " + lastWords());
    }
    Map<String, Object> answer = JSON.std.mapFrom(line);
    if (answer.containsKey("error")) {
      throw new ContenderException(String.valueOf(answer.get("error")));
    }
    return answer;
  }

  private String lastWords() throws IOException {
    try {
      List<String> lines = Files.readAllLines(errors);
      return String.join(" | ", lines.subList(Math.max(0, lines.size() - 5), lines.size()));
    } catch (NoSuchFileException cleared) {
      return "the run is being ended";
    }
  }

  long pid() {
    return process.pid();
  }

  @Override
  public void close() {
    try {
      order(Map.of("do", "end"));
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException dead) {
      process.destroyForcibly();
    } catch (InterruptedException stop) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
