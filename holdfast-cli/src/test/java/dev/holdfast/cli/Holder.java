package dev.holdfast.cli;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.condition.OS;

/** A holdfast process of its own, its output in files. */
final class Holder implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String SIGNALS = "HUP,INT,QUIT,TERM,USR1,USR2,ALRM";

  private final Process process;
  private final Path out;
  private final Path err;

  private Holder(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /**
   * Starts {@code holdfast arguments…} in a folder, over the store in it. Its signals do what they
   * do by default, also where this process was started with some of them ignored ({@code nohup}).
   */
  static Holder start(Path folder, String... arguments) throws IOException {
    return start(folder, List.of("--default-signal=" + SIGNALS), Map.of(), arguments);
  }

  /**
   * The same in an environment.
   *
   * @param options of env(1)
   */
  static Holder start(
      Path folder, List<String> options, Map<String, String> environment, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    if (OS.LINUX.isCurrentOs()) {
      command.add("env");
      command.addAll(options);
    }
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData"));
    if (Runtime.version().feature() >= 22) {
      command.add("--enable-native-access=ALL-UNNAMED"); // In the jar its manifest says so.
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(Arrays.asList(arguments));
    Path out = Files.createTempFile(folder, "out-", ".txt");
    Path err = Files.createTempFile(folder, "err-", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("HOLDFAST_STORE", store(folder));
    builder.environment().remove("HOLDFAST_DEBUG");
    builder.environment().putAll(environment);
    return new Holder(builder.start(), out, err);
  }

  static String store(Path folder) {
    return "sqlite:" + folder.resolve("locks.db");
  }

  long pid() {
    return process.pid();
  }

  /** Sends it a signal by its name, as somebody else would. */
  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("/bin/sh", "-c", "kill -s " + name + " " + process.pid()).start().waitFor();
  }

  /** Waits for its end; its exit code. */
  int code() throws InterruptedException {
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("holdfast does not end; it said: " + err());
    }
    return process.exitValue();
  }

  /** Waits until the command in it has made this file. */
  Holder made(Path file) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              if (!process.isAlive() && !Files.exists(file)) {
                throw new AssertionError("holdfast ended early; it said: " + err());
              }
              return Files.exists(file);
            });
    return this;
  }

  String out() {
    return read(out);
  }

  String err() {
    return read(err);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes into its stdin and closes it. */
  Holder type(String text) throws IOException {
    try (var in = process.getOutputStream()) {
      in.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return this;
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
