package dev.holdfast.redis;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.awaitility.Awaitility;

/**
 * A real redis-server on a free port, with its files under {@code target}; or, as the shared one,
 * the server that {@code -Dholdfast.redis=redis://host:port} names, which is never stopped.
 */
public final class RedisServerForTests implements AutoCloseable {
  private static final int LOWEST_PORT = 11_000;
  private static final int PORT_STEP = 10_000;
  private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();
  private static final String HOST = "127.0.0.1";
  private static RedisServerForTests shared;
  private static final Map<String, RedisServerForTests> ofDebian = new HashMap<>();

  private final List<String> program;
  private final String host;
  private final int port;
  private final List<String> options;
  private final Path folder;
  private Process process;

  private RedisServerForTests(
      List<String> program, String host, int port, List<String> options, Path folder) {
    this.program = program;
    this.host = host;
    this.port = port;
    this.options = options;
    this.folder = folder;
  }

  /** The server of this JVM's tests; ends with the JVM. */
  public static synchronized RedisServerForTests shared() {
    if (shared == null) {
      String given = System.getProperty("holdfast.redis", "");
      if (given.isEmpty()) {
        shared = start();
      } else {
        URI url = URI.create(given);
        shared =
            new RedisServerForTests(
                List.of(), url.getHost(), url.getPort(), List.of(), Path.of("."));
      }
    }
    return shared;
  }

  /**
   * The server of this JVM's tests that is one of Debian's; ends with the JVM.
   *
   * @param program which, for example {@code forky/valkey-server}
   */
  public static synchronized RedisServerForTests shared(String program) {
    return ofDebian.computeIfAbsent(program, name -> start(RedisProgram.debian(name)));
  }

  /** A server of its own, with more options for its command line. */
  public static RedisServerForTests start(String... options) {
    try {
      return start(RedisProgram.chosen(), options);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** One of a program that is not the usual one. */
  static RedisServerForTests start(List<String> program, String... options) {
    try {
      return start(program, freePort(), options);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  static RedisServerForTests start(List<String> program, int port, String... options) {
    try {
      Path folder =
          Files.createTempDirectory(Files.createDirectories(Path.of("target", "redis")), "server");
      RedisServerForTests server =
          new RedisServerForTests(program, HOST, port, List.of(options), folder);
      Runtime.getRuntime().addShutdownHook(new Thread(server::kill));
      server.launch();
      return server;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /**
   * A port with another one, 10,000 above it, for the nodes of a cluster to talk to each other.
   * Both are below those that the system gives to clients, one of whom might take it before the
   * server.
   */
  static int freePort() throws IOException {
    for (int i = 0; i < 1_000; i++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST_PORT, LOWEST_PORT + PORT_STEP);
      if (GIVEN.add(port) && isFree(port) && isFree(port + PORT_STEP)) {
        return port;
      }
    }
    throw new IOException("no port is free");
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException taken) {
      return false;
    }
  }

  private void launch() throws IOException {
    List<String> command = new ArrayList<>(program);
    command.addAll(List.of("--bind", HOST, "--port", String.valueOf(port), "--save", ""));
    command.addAll(List.of("--dir", folder.toAbsolutePath().toString()));
    command.addAll(options);
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    Awaitility.await("redis-server, see " + folder)
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(20))
        .ignoreExceptions()
        .until(this::answers);
  }

  private boolean answers() throws IOException {
    try (RespForTests client = client()) {
      client.ask("PING");
      return true;
    } catch (IllegalStateException error) {
      return String.valueOf(error.getMessage()).startsWith("NOAUTH");
    }
  }

  public String url() {
    return "redis://" + host + ":" + port;
  }

  public int port() {
    return port;
  }

  /** Whether this server may be stopped and started, because the tests started it. */
  public boolean isOurs() {
    return process != null;
  }

  /** Whether its process runs. */
  public boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** A connection for checks. */
  public RespForTests client() throws IOException {
    return new RespForTests(host, port);
  }

  /** Sends one command on a connection of its own. */
  public Object ask(Object... words) {
    try (RespForTests client = client()) {
      return client.ask(words);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** How often it was sent a command, or ran it in a script, since CONFIG RESETSTAT. */
  long calls(String command) {
    String stats = String.valueOf(ask("INFO", "commandstats"));
    String line = "cmdstat_" + command + ":calls=";
    int at = stats.indexOf(line);
    return at < 0 ? 0 : Long.parseLong(stats.substring(at + line.length(), stats.indexOf(',', at)));
  }

  /** Stops the server, which writes down what it knows, and starts it again on the same port. */
  public void restart() throws Exception {
    try {
      ask("SHUTDOWN", "SAVE");
    } catch (UncheckedIOException closed) {
      // It closes the connection for an answer.
    }
    process.waitFor(20, SECONDS);
    launch();
  }

  /** Ends the server at once: what it knew is gone. */
  public void kill() {
    if (process != null) {
      process.destroyForcibly();
      try {
        process.waitFor(20, SECONDS);
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Starts the server again after {@link #kill()}. */
  public void revive() throws IOException {
    launch();
  }

  /** Stops the server's time: it keeps its connections and answers nothing. */
  public void pause() throws Exception {
    signal("STOP");
  }

  /** Ends {@link #pause()}. */
  public void resume() throws Exception {
    signal("CONT");
  }

  private void signal(String name) throws Exception {
    new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
  }

  @Override
  public void close() {
    kill();
  }
}
