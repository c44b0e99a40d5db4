package dev.holdfast.benchmarks;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.embedded.core.ExecutableProvider;

/** The Redis server of a run: one of its own on a free port, or a given one. */
final class RedisServer implements AutoCloseable {
  private static final String HOST = "127.0.0.1";
  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final String url;
  private final @Nullable Process process;
  private final RedisClient client;

  private RedisServer(String url, @Nullable Process process) {
    this.url = url;
    this.process = process;
    this.client = RedisClient.create(url);
  }

  /** A server that somebody else runs; nothing but the contenders' keys is changed in it. */
  static RedisServer given(String url) {
    URI.create(url);
    return new RedisServer(url, null);
  }

  /** Starts a server that keeps nothing on disk and ends with this process. */
  static RedisServer start(Path folder) throws IOException {
    File program = ExecutableProvider.newJarResourceProvider().get();
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    List<String> command =
        List.of(
            program.getAbsolutePath(),
            "--bind",
            HOST,
            "--port",
            String.valueOf(port),
            "--save",
            "",
            "--dir",
            folder.toString());
    Process process =
        Children.start(
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Files.createTempFile(folder, "redis-", ".log").toFile()));
    RedisServer server = new RedisServer("redis://" + HOST + ":" + port, process);
    server.awaitAnswer(process, System.nanoTime() + START_NANOS);
    return server;
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

  String url() {
    return url;
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
  ServerWork work() {
    return ServerWork.of(info("cpu"), info("commandstats"));
  }

  String version() {
    return info("server").getOrDefault("redis_version", "unknown");
  }

  @Override
  public void close() {
    client.close();
    if (process != null) {
      process.destroyForcibly();
    }
  }
}
