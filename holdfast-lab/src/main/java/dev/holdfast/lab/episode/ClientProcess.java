package dev.holdfast.lab.episode;

import dev.holdfast.lab.cluster.Sockets;
import dev.holdfast.servers.Signals;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A JVM with one client in it, which takes orders. It outlives episodes, unless it is killed. */
public final class ClientProcess implements AutoCloseable {
  private static final String GONE = "gone";
  private static final String HOST = "holdfast.lab.host";
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final File log;
  private final Class<?> program;
  private final Supplier<String> first;
  private final List<String> before;
  private final List<String> options;
  private Map<String, String> environment = Map.of();
  private @Nullable Process process;
  private BlockingQueue<String> answers = new LinkedBlockingQueue<>();

  /**
   * Starts the process; its warnings go into the file.
   *
   * @param program what it runs: it takes each line on its input for an order, and answers each
   *     with a line that begins with "ok"
   * @param first a folder whose classes come before all others; none if empty
   */
  public ClientProcess(File log, Class<?> program, String first) throws IOException {
    this(log, program, () -> first, List.of(), List.of());
  }

  /** The same elsewhere: what brings it there, and where it finds the server. */
  ClientProcess(
      File log, Class<?> program, Supplier<String> first, List<String> before, String host)
      throws IOException {
    this(log, program, first, before, List.of("-D" + HOST + "=" + host));
  }

  /**
   * The same in other surroundings.
   *
   * @param first the folder whose classes come before all others, asked at each start
   * @param before words that stand before its command
   * @param options of its machine
   */
  ClientProcess(
      File log, Class<?> program, Supplier<String> first, List<String> before, List<String> options)
      throws IOException {
    this.before = before;
    this.options = options;
    this.log = log;
    this.program = program;
    this.first = first;
    start();
    Runtime.getRuntime().addShutdownHook(new Thread(this::kill));
  }

  private void start() throws IOException {
    List<String> command = new ArrayList<>(before);
    command.add(System.getProperty("java.home") + "/bin/java");
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
    command.add("-Xmx160m");
    command.addAll(options);
    command.addAll(List.of("-cp", classPath(), program.getName()));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    builder.redirectError(ProcessBuilder.Redirect.appendTo(log));
    Process started = builder.start();
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    answers = lines;
    process = started;
    Thread reader = new Thread(() -> read(started, lines), "lab-client-answers");
    reader.setDaemon(true);
    reader.start();
  }

  private String classPath() {
    String before = first.get();
    String others = System.getProperty("java.class.path");
    return before.isEmpty() ? others : before + File.pathSeparator + others;
  }

  private static void read(Process process, BlockingQueue<String> lines) {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(line);
      }
    } catch (IOException broken) {
      // It was killed.
    }
    lines.add(GONE);
  }

  /** Asked in such a process: where the server is. */
  public static String serverHost() {
    return System.getProperty(HOST, "127.0.0.1");
  }

  /** Whether it runs. */
  public boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Starts it again if it was killed. */
  public void ensureAlive() throws IOException {
    if (!isAlive()) {
      start();
    }
  }

  /** Ends it; when it starts again it has these variables in its environment. */
  void endIn(Map<String, String> environment) {
    kill();
    this.environment = Map.copyOf(environment);
  }

  /** Gives an order, of which {@link #answer()} comes later. */
  public void order(String line) throws IOException {
    Process running = process;
    if (running == null) {
      throw new IOException("the client process is not running");
    }
    Writer out = running.outputWriter(StandardCharsets.UTF_8);
    out.write(line + "\n");
    out.flush();
  }

  /** The words of the answer to the oldest order, without its "ok". */
  public List<String> answer() throws IOException {
    try {
      String line = answers.poll(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
      if (line == null || !line.startsWith("ok")) {
        throw new IOException("the client process says: " + line + "; see " + log);
      }
      return List.of(line.split(" ", -1)).stream().skip(1).filter(w -> !w.isEmpty()).toList();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a client process was asked", stop);
    }
  }

  /** Its connections to any of these ports, in words. */
  List<String> connections(Set<Integer> ports) throws IOException {
    Process running = process;
    return running == null ? List.of() : Sockets.to(running.toHandle(), ports);
  }

  /** Stops its time. */
  public void pause() throws IOException {
    Signals.send("STOP", process);
  }

  /** Ends {@link #pause()}. */
  public void resume() throws IOException {
    Signals.send("CONT", process);
  }

  /** Ends it at once. */
  public void kill() {
    Process running = process;
    if (running != null) {
      running.destroyForcibly();
      try {
        running.waitFor(20, TimeUnit.SECONDS);
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    kill();
  }
}
