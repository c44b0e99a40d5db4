package dev.holdfast.lab.episode;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import redis.embedded.core.ExecutableProvider;

/** A real redis-server process on a port of its own, to be stopped, killed and started again. */
public final class RedisServer implements StoreServer {
  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final String SENTINEL = "sentinel.conf";
  private static @Nullable File program;

  private final int port;
  private final Path folder;
  private final String bind;
  private Map<String, String> environment = Map.of();
  private List<String> options = List.of();
  private volatile @Nullable Process process;

  /** Starts a server that keeps its files in the folder. */
  public RedisServer(Path folder) throws IOException {
    this(folder, "127.0.0.1");
  }

  /** The same at this address: any, if it is 0.0.0.0. */
  RedisServer(Path folder, String bind) throws IOException {
    this(folder, bind, anyPort());
    start();
  }

  /** The same on a port, with more options and variables. */
  public RedisServer(Path folder, int port, List<String> options, Map<String, String> environment)
      throws IOException {
    this(folder, "127.0.0.1", port);
    this.options = List.copyOf(options);
    this.environment = Map.copyOf(environment);
    start();
  }

  private RedisServer(Path folder, String bind, int port) throws IOException {
    this.bind = bind;
    this.port = port;
    this.folder = Files.createDirectories(folder);
    Runtime.getRuntime().addShutdownHook(new Thread(this::kill));
  }

  /** A Sentinel with these settings, which it writes anew as it goes on. */
  public static RedisServer sentinel(Path folder, int port, String settings) throws IOException {
    Path file = Files.createDirectories(folder).resolve(SENTINEL);
    Files.writeString(file, settings);
    return new RedisServer(folder, port, List.of("--sentinel"), Map.of());
  }

  private static int anyPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** The program, unpacked once. */
  public static synchronized File program() throws IOException {
    File known = program;
    if (known == null) {
      known = ExecutableProvider.newJarResourceProvider().get();
      program = known;
    }
    return known;
  }

  @Override
  public int port() {
    return port;
  }

  /** Where it keeps its files. */
  public Path folder() {
    return folder;
  }

  /** Ends it, and starts it anew without what it knew, with more options and variables. */
  public void renew(List<String> options, Map<String, String> environment) throws IOException {
    kill();
    Files.deleteIfExists(appendOnlyFile());
    this.options = List.copyOf(options);
    this.environment = Map.copyOf(environment);
    start();
  }

  /** What it is told when it starts the next time. */
  public void options(List<String> options) {
    this.options = List.copyOf(options);
  }

  /** Where it writes what it is told, if its options say so. */
  public Path appendOnlyFile() {
    return folder.resolve("appendonly.aof");
  }

  @Override
  public void restartIn(Map<String, String> environment) throws IOException {
    renew(List.of(), environment);
  }

  /** Starts it (again) with the options that it had; returns when it answers. */
  @Override
  public void start() throws IOException {
    List<String> command = new ArrayList<>();
    command.add(program().getAbsolutePath());
    if (options.contains("--sentinel")) {
      command.add(folder.resolve(SENTINEL).toAbsolutePath().toString());
    }
    command.addAll(
        List.of("--bind", bind, "--protected-mode", "no", "--port", String.valueOf(port)));
    command.addAll(List.of("--save", "", "--dir", folder.toAbsolutePath().toString()));
    command.addAll(options);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()));
    process = builder.start();
    long end = System.nanoTime() + START_NANOS;
    while (!answers()) {
      if (System.nanoTime() > end) {
        throw new IOException("redis-server does not answer; see " + folder.resolve("log"));
      }
      LockSupport.parkNanos(5_000_000);
    }
  }

  /** Starts it unless it runs. */
  public void ensureAlive() throws IOException {
    if (!isAlive()) {
      start();
    }
  }

  /** Whether it runs. */
  public boolean isAlive() {
    Process running = process;
    return running != null && running.isAlive();
  }

  private boolean answers() {
    try (Resp connection = new Resp(port)) {
      return "PONG".equals(connection.ask("PING"));
    } catch (IOException notYet) {
      return false;
    }
  }

  /** One command on a connection of its own. */
  public @Nullable Object ask(String... words) throws IOException {
    try (Resp connection = new Resp(port)) {
      return connection.ask(words);
    }
  }

  @Override
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
  public void pause() throws IOException {
    Signals.send("STOP", process);
  }

  @Override
  public void resume() throws IOException {
    Signals.send("CONT", process);
  }

  @Override
  public String version() throws IOException {
    String info = String.valueOf(ask("INFO", "server"));
    return "redis "
        + info.lines()
            .filter(line -> line.startsWith("redis_version:"))
            .map(line -> line.substring("redis_version:".length()).trim())
            .findFirst()
            .orElse("?");
  }

  @Override
  public void close() {
    kill();
  }

  /** Where it is. */
  @Override
  public String toString() {
    return folder.getFileName() + " at port " + port;
  }
}
