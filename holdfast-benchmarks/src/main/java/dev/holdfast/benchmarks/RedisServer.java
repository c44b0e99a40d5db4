package dev.holdfast.benchmarks;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.embedded.core.ExecutableProvider;

/** The Redis server of a run: one of its own on a free port, or a given one. */
final class RedisServer implements Servers, AutoCloseable {
  private static final String HOST = "127.0.0.1";
  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final String url;
  private final @Nullable Process process;
  private final @Nullable Path socket;
  private final RedisClient client;

  private RedisServer(String url, @Nullable Process process, @Nullable Path socket) {
    this.url = url;
    this.process = process;
    this.socket = socket;
    this.client = RedisClient.create(url);
  }

  /** A server that somebody else runs; nothing but the contenders' keys is changed in it. */
  static RedisServer given(String url) {
    URI.create(url);
    return new RedisServer(url, null, null);
  }

  /** Starts a server that keeps nothing on disk and ends with this process. */
  static RedisServer start(Path folder) throws IOException {
    return start(folder, freePort(), List.of());
  }

  /** The same with a {@link #localAddress()} beside its port. */
  static RedisServer startWithLocalAddress(Path folder) throws IOException {
    int port = freePort();
    Path socket = folder.resolve("redis-" + port + ".sock");
    return start(folder, port, List.of("--unixsocket", socket.toString()), socket);
  }

  /** The same on this port, with more options. */
  static RedisServer start(Path folder, int port, List<String> options) throws IOException {
    return start(folder, port, options, null);
  }

  private static RedisServer start(
      Path folder, int port, List<String> options, @Nullable Path socket) throws IOException {
    File program = ExecutableProvider.newJarResourceProvider().get();
    List<String> command =
        new ArrayList<>(
            List.of(
                program.getAbsolutePath(),
                "--bind",
                HOST,
                "--port",
                String.valueOf(port),
                "--save",
                "",
                "--dir",
                folder.toString()));
    command.addAll(options);
    Process process =
        Children.start(
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Files.createTempFile(folder, "redis-", ".log").toFile()));
    RedisServer server = new RedisServer("redis://" + HOST + ":" + port, process, socket);
    server.awaitAnswer(process, System.nanoTime() + START_NANOS);
    return server;
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitAnswer(Process process, long deadline) throws IOException {
    while (true) {
      try {
        client.ping();
        return;
      } catch (JedisConnectionException notYet) {
        if (!process.isAlive() || System.nanoTime() - deadline > 0) {
          throw new IOException("redis-server does not start on " + url, notYet);
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  @Override
  public String url() {
    return url;
  }

  /**
   * The path of a Unix socket, which takes its users, and the server, less processor time than a
   * port does.
   */
  Optional<Path> localAddress() {
    return Optional.ofNullable(socket);
  }

  /** Whether this run may do to it what it likes. */
  boolean isOwn() {
    return process != null;
  }

  /** Of the process that this run started. */
  long pid() {
    return Objects.requireNonNull(process, "somebody else runs it").pid();
  }

  /** For what a scenario asks of the server beside the contenders. */
  RedisClient client() {
    return client;
  }

  /** The fields of a section of INFO. */
  Map<String, String> info(String section) {
    Map<String, String> fields = new HashMap<>();
    client
        .info(section)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(
            line -> {
              int colon = line.indexOf(':');
              if (colon > 0) {
                fields.put(line.substring(0, colon), line.substring(colon + 1));
              }
            });
    return fields;
  }

  /** What the server has done so far. */
  @Override
  public ServerWork work() {
    return ServerWork.of(info("cpu"), info("commandstats"));
  }

  String version() {
    return info("server").getOrDefault("redis_version", "unknown");
  }

  /** Stops its process where it is: it keeps its connections, and answers nothing any more. */
  void hang() throws IOException {
    signal("STOP");
  }

  private void signal(String name) throws IOException {
    try {
      new ProcessBuilder("kill", "-" + name, String.valueOf(pid())).start().waitFor();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a signal was sent", stop);
    }
  }

  @Override
  public void close() {
    client.close();
    if (process != null) {
      // Also where it hangs: this signal is not kept for later.
      process.destroyForcibly();
    }
  }
}
