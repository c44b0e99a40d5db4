package dev.holdfast.cli.demo;

import dev.holdfast.cli.output.CliException;
import dev.holdfast.cli.output.ExitCodes;
import dev.holdfast.cli.run.OnLoss;
import dev.holdfast.cli.run.Watchdog;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.embedded.core.ExecutableProvider;

/** A real redis-server, from inside the program's jar, on a free port of the loopback address. */
public final class RedisProcess implements AutoCloseable {
  private static final int ATTEMPTS = 3;

  private final Process process;
  private final Watchdog watchdog;
  private final int port;

  private RedisProcess(Process process, int port) {
    this.process = process;
    this.port = port;
    this.watchdog = Watchdog.over(process.pid(), OnLoss.KILL, Duration.ofSeconds(1));
  }

  /** Starts one that keeps everything it writes in this folder. */
  public static RedisProcess start(Path folder) throws IOException {
    File program;
    try {
      program = ExecutableProvider.newJarResourceProvider(folder.toFile()).get();
    } catch (RuntimeException unknownMachine) {
      throw failure("holds none for this kind of machine", unknownMachine);
    }
    String said = "";
    for (int i = 0; i < ATTEMPTS; i++) {
      int port = freePort(); // Another program may take it before Redis does; hence the attempts.
      Process process = launch(program, folder, port);
      said = awaitReady(process);
      if (said.isEmpty()) {
        return new RedisProcess(process, port);
      }
      process.destroyForcibly();
    }
    throw failure("does not run here (" + said + ")", null);
  }

  private static Process launch(File program, Path folder, int port) throws IOException {
    try {
      return new ProcessBuilder(
              List.of(
                  program.getPath(),
                  "--port",
                  Integer.toString(port),
                  "--bind",
                  "127.0.0.1",
                  "--save",
                  "",
                  "--appendonly",
                  "no",
                  "--dir",
                  folder.toString()))
          .redirectErrorStream(true)
          .start();
    } catch (IOException foreign) {
      throw failure("does not run here (" + foreign.getMessage() + ")", foreign);
    }
  }

  private static CliException failure(String what, @Nullable Exception cause) {
    return new CliException(
        ExitCodes.INTERNAL,
        "the redis-server in the program's jar "
            + what
            + "; start one yourself and name it with --redis redis://localhost:6379",
        cause);
  }

  /** Returns nothing, or the last line it said before it gave up. */
  private static String awaitReady(Process process) throws IOException {
    BufferedReader log =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String last = "it said nothing";
    for (String line = log.readLine(); line != null; line = log.readLine()) {
      if (line.contains("Ready to accept connections")) {
        return "";
      }
      last = line.isBlank() ? last : line;
    }
    return last;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** For clients. */
  public String url() {
    return "redis://127.0.0.1:" + port;
  }

  @Override
  public void close() {
    watchdog.close();
    process.destroyForcibly();
    process.onExit().join();
  }
}
