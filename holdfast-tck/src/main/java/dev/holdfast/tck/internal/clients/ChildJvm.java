package dev.holdfast.tck.internal.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A {@link ChildClient} in a JVM of its own, on the class path of this one. */
public final class ChildJvm implements AutoCloseable {
  private static final Duration ANSWER = Duration.ofSeconds(90);

  private final Process process;
  private final PrintStream commands;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

  private ChildJvm(Process process) {
    this.process = process;
    this.commands = new PrintStream(process.getOutputStream(), true, UTF_8);
    Thread reader = new Thread(this::read, "tck-child-" + process.pid());
    reader.setDaemon(true);
    reader.start();
  }

  public static ChildJvm start(String url, String name, Duration lease) throws IOException {
    assumeTrue(File.separatorChar == '/', "not asked: needs a system with signals");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                ChildClient.class.getName(),
                url,
                name,
                Long.toString(lease.toMillis()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    ChildJvm child = new ChildJvm(process);
    child.expect("ready");
    return child;
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        answers.add(line);
      }
      answers.add("ended");
    } catch (IOException ended) {
      answers.add("ended: " + ended);
    }
  }

  public void tell(String command) {
    commands.println(command);
  }

  /** The next line, which must begin with this word; what stands behind it. */
  public String expect(String word) {
    String line = next();
    String[] words = line.split(" ", 2);
    assertEquals(word, words[0], () -> "the child process said: " + line);
    return words.length > 1 ? words[1] : "";
  }

  /** The next line. */
  public String next() {
    try {
      @Nullable String line = answers.poll(ANSWER.toMillis(), TimeUnit.MILLISECONDS);
      if (line == null) {
        throw new AssertionError("the child process said nothing for " + ANSWER);
      }
      return line;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for a child process", stop);
    }
  }

  /** SIGKILL: no shutdown hook, no farewell to the store. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** SIGSTOP: a pause as of a garbage collection or a suspended container. */
  public void stop() throws IOException, InterruptedException {
    signal("-STOP");
  }

  /** SIGCONT: the pause is over. */
  public void resume() throws IOException, InterruptedException {
    signal("-CONT");
  }

  private void signal(String signal) throws IOException, InterruptedException {
    int code =
        new ProcessBuilder("sh", "-c", "kill " + signal + " " + process.pid())
            .inheritIO()
            .start()
            .waitFor();
    assertEquals(0, code, "kill " + signal);
  }

  /** Ends the child's input, at which it closes its client; its exit code. */
  public int end() throws InterruptedException {
    commands.close();
    if (!process.waitFor(ANSWER.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("the child process did not end within " + ANSWER);
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
