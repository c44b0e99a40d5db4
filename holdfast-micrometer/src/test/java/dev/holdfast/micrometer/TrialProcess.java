package dev.holdfast.micrometer;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.servers.Relay;
import dev.holdfast.servers.Signals;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Path;

/** A {@link TrialProgram} in a process of its own, with its own way to the store. */
final class TrialProcess implements AutoCloseable {
  final Relay way;
  private final Process process;
  private final PrintStream commands;
  private final BufferedReader answers;
  private final int port;

  TrialProcess(int storePort) throws IOException {
    way = new Relay(storePort);
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                TrialProgram.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    commands = new PrintStream(process.getOutputStream(), true, UTF_8);
    answers = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    port = Integer.parseInt(next("port").substring("port ".length()));
  }

  /** Where it serves its metrics. */
  int port() {
    return port;
  }

  /** How Prometheus calls it. */
  String instance() {
    return "127.0.0.1:" + port;
  }

  /** Has it do something, and waits until that is done. */
  void tell(String command) throws IOException {
    commands.println(command);
    next("done");
  }

  private String next(String beginning) throws IOException {
    String line = answers.readLine();
    if (line == null || !line.startsWith(beginning)) {
      throw new IOException("the program was to say '" + beginning + "', and said: " + line);
    }
    return line;
  }

  void pause() throws IOException {
    Signals.send("STOP", process);
  }

  void resume() throws IOException {
    Signals.send("CONT", process);
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly().onExit().join();
    commands.close();
    answers.close();
    way.close();
  }
}
