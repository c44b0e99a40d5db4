package dev.holdfast.benchmarks.server;

import dev.holdfast.servers.Ports;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.RedisClient;

/** The Redis server of a run: one of its own on a free port, or a given one. */
public final class RedisServer implements Servers, AutoCloseable {
  private final String url;
  private final dev.holdfast.servers.@Nullable RedisServer own;
  private final @Nullable Path socket;
  private final RedisClient client;

  private RedisServer(
      String url, dev.holdfast.servers.@Nullable RedisServer own, @Nullable Path socket) {
    this.url = url;
    this.own = own;
    this.socket = socket;
    this.client = RedisClient.create(url);
  }

  /** A server that somebody else runs; nothing but the contenders' keys is changed in it. */
  public static RedisServer given(String url) {
    URI.create(url);
    return new RedisServer(url, null, null);
  }

  /** Starts a server that keeps nothing on disk and ends with this process. */
  public static RedisServer start(Path folder) throws IOException {
    return start(folder, Ports.free(), List.of(), null);
  }

  /** The same with a {@link #localAddress()} beside its port. */
  public static RedisServer startWithLocalAddress(Path folder) throws IOException {
    int port = Ports.free();
    Path socket = folder.resolve("redis-" + port + ".sock");
    return start(folder, port, List.of("--unixsocket", socket.toString()), socket);
  }

  private static RedisServer start(
      Path folder, int port, List<String> options, @Nullable Path socket) throws IOException {
    var own = new dev.holdfast.servers.RedisServer(folder.resolve("redis-" + port), port, options);
    own.start();
    return new RedisServer(own.url(), own, socket);
  }

  /** One that has been started. */
  static RedisServer of(dev.holdfast.servers.RedisServer own) {
    return new RedisServer(own.url(), own, null);
  }

  @Override
  public String url() {
    return url;
  }

  /**
   * The path of a Unix socket, which takes its users, and the server, less processor time than a
   * port does.
   */
  public Optional<Path> localAddress() {
    return Optional.ofNullable(socket);
  }

  /** Whether this run may do to it what it likes. */
  public boolean isOwn() {
    return own != null;
  }

  /** Of the process that this run started. */
  long pid() {
    return requireOwn().pid();
  }

  private dev.holdfast.servers.RedisServer requireOwn() {
    return Objects.requireNonNull(own, "somebody else runs it");
  }

  /** For what a scenario asks of the server beside the contenders. */
  public RedisClient client() {
    return client;
  }

  /** The fields of a section of INFO. */
  public Map<String, String> info(String section) {
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

  public String version() {
    return info("server").getOrDefault("redis_version", "unknown");
  }

  /** Stops its process where it is: it keeps its connections, and answers nothing any more. */
  void hang() throws IOException {
    requireOwn().pause();
  }

  @Override
  public void close() {
    client.close();
    if (own != null) {
      own.close();
    }
  }
}
