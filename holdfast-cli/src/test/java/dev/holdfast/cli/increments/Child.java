package dev.holdfast.cli.increments;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** An {@link Incrementer} in a process of its own, served by the register. */
final class Child implements AutoCloseable {
  final AtomicInteger written = new AtomicInteger();
  final AtomicInteger losses = new AtomicInteger();
  final CompletableFuture<Void> done = new CompletableFuture<>();
  private final AtomicReference<@Nullable CompletableFuture<Void>> stop = new AtomicReference<>();
  private final Process process;

  Child(String url, int count, Register register) throws IOException {
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                Incrementer.class.getName(),
                url,
                Integer.toString(count))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    Thread server = new Thread(() -> serve(register), "register-" + process.pid());
    server.setDaemon(true);
    server.start();
  }

  private void serve(Register register) {
    try (BufferedReader lines =
            new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        PrintStream answers = new PrintStream(process.getOutputStream(), true, UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.equals("done")) {
          done.complete(null);
        } else if (line.equals("lost")) {
          losses.incrementAndGet();
        } else {
          String answer = register.answer(line);
          if (line.startsWith("read ") && answer.startsWith("value ")) {
            stopIfAsked();
          }
          if (answer.equals("written")) {
            written.incrementAndGet();
          }
          answers.println(answer);
        }
      }
    } catch (IOException | InterruptedException killed) {
      done.completeExceptionally(killed);
    }
    done.completeExceptionally(new IOException("the process ended before it was done"));
  }

  /** Stops the process in its next section, between reading the value and writing it. */
  CompletableFuture<Void> stopInSection() {
    CompletableFuture<Void> stopped = new CompletableFuture<>();
    stop.set(stopped);
    return stopped;
  }

  private void stopIfAsked() throws IOException, InterruptedException {
    CompletableFuture<Void> asked = stop.getAndSet(null);
    if (asked != null) {
      signal("-STOP");
      // The signal is only sent by now: the process must stand still before it is answered.
      Awaitility.await().until(this::stands);
      asked.complete(null);
    }
  }

  /** Where the system does not tell, it is taken for granted. */
  private boolean stands() throws IOException {
    Path stat = Path.of("/proc", Long.toString(process.pid()), "stat");
    return !Files.exists(stat) || Files.readString(stat).replaceFirst(".*\\) ", "").startsWith("T");
  }

  void signal(String signal) throws IOException, InterruptedException {
    new ProcessBuilder("sh", "-c", "kill " + signal + " " + process.pid()).start().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
