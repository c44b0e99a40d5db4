package dev.holdfast.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A real redis-server, or a Sentinel. */
public class RedisServer extends ServerProcess {
  private static final Map<String, RedisServer> OF_DEBIAN = new HashMap<>();
  private static @Nullable RedisServer shared;

  private final List<String> program;
  private final String host;
  private final boolean given;
  private @Nullable Path sentinelFile;
  private String bind = Ports.HOST;
  private List<String> options = List.of();

  private RedisServer(
      List<String> program, String host, boolean given, Path folder, int port, List<String> options)
      throws IOException {
    super(folder, port);
    this.program = List.copyOf(program);
    this.host = host;
    this.given = given;
    this.options = List.copyOf(options);
  }

  /** One that is not started yet, of the program in the jar. */
  public RedisServer(Path folder, int port, List<String> options) throws IOException {
    this(RedisProgram.bundled(), folder, port, options);
  }

  /** The same of another program. */
  public RedisServer(List<String> program, Path folder, int port, List<String> options)
      throws IOException {
    this(program, Ports.HOST, false, folder, port, options);
  }

  /**
   * A Sentinel that is not started yet, with these settings, which it writes anew as it goes on.
   */
  public static RedisServer sentinel(List<String> program, Path folder, int port, String settings)
      throws IOException {
    RedisServer sentinel = new RedisServer(program, folder, port, List.of());
    sentinel.sentinelFile =
        Files.writeString(
            sentinel.folder().resolve("sentinel.conf"),
            "port "
                + port
                + "\nbind "
                + Ports.HOST
                + "\ndir "
                + sentinel.folder()
                + "\n"
                + settings);
    return sentinel;
  }

  /** Starts one with its files in this folder. */
  public static RedisServer startedIn(Path folder, String... options) throws IOException {
    RedisServer server = new RedisServer(folder, Ports.free(), List.of(options));
    server.start();
    return server;
  }

  /** Starts one with its files in this folder, with more options and variables. */
  public static RedisServer startedIn(
      Path folder, int port, List<String> options, Map<String, String> environment)
      throws IOException {
    RedisServer server = new RedisServer(folder, port, options);
    server.environment(environment);
    server.start();
    return server;
  }

  /** Starts one of the chosen program, with more options for its command line. */
  public static RedisServer started(String... options) {
    try {
      return started(RedisProgram.chosen(), options);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** One of a program that is not the usual one. */
  public static RedisServer started(List<String> program, String... options) {
    return started(program, Ports.free(), options);
  }

  /** One at a certain port. */
  public static RedisServer started(List<String> program, int port, String... options) {
    try {
      RedisServer server = new RedisServer(program, Folders.fresh("redis"), port, List.of(options));
      server.start();
      return server;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /**
   * The server of this JVM's tests; ends with the JVM. It is the one that {@code
   * -Dholdfast.redis=redis://host:port} names, if it does, which is never stopped.
   */
  public static synchronized RedisServer shared() {
    RedisServer known = shared;
    if (known == null) {
      String url = System.getProperty("holdfast.redis", "");
      known = url.isEmpty() ? started() : given(url);
      shared = known;
    }
    return known;
  }

  /**
   * The server of this JVM's tests that is one of Debian's; ends with the JVM.
   *
   * @param program which, for example {@code forky/valkey-server}
   */
  public static synchronized RedisServer shared(String program) {
    return OF_DEBIAN.computeIfAbsent(
        program,
        name -> {
          try {
            return started(RedisProgram.debian(name));
          } catch (IOException broken) {
            throw new UncheckedIOException(broken);
          }
        });
  }

  private static RedisServer given(String url) {
    URI at = URI.create(url);
    try {
      return new RedisServer(
          List.of(), at.getHost(), true, Folders.fresh("redis"), at.getPort(), List.of());
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** At which address it listens from its next start on: at any, if it is 0.0.0.0. */
  public void bind(String address) {
    bind = address;
  }

  /** What it is told when it starts the next time. */
  public void options(List<String> options) {
    this.options = List.copyOf(options);
  }

  @Override
  protected List<String> command() {
    List<String> command = new ArrayList<>(program);
    if (sentinelFile != null) {
      command.addAll(List.of(sentinelFile.toString(), "--sentinel"));
      return command;
    }
    command.addAll(List.of("--bind", bind, "--port", String.valueOf(port())));
    command.addAll(List.of("--save", "", "--dir", folder().toString()));
    if (!bind.equals(Ports.HOST)) {
      command.addAll(List.of("--protected-mode", "no")); // Else it answers this machine alone.
    }
    command.addAll(options);
    return command;
  }

  @Override
  protected boolean answers() {
    try {
      return "PONG".equals(call("PING"));
    } catch (RespConnection.RefusedException refused) {
      return String.valueOf(refused.getMessage()).startsWith("NOAUTH");
    } catch (IOException notYet) {
      return false;
    }
  }

  public String url() {
    return "redis://" + host + ":" + port();
  }

  /** Whether this server may be stopped and started, because the tests started it. */
  public boolean isOurs() {
    return !given;
  }

  /** A connection for checks. */
  public RespConnection client() throws IOException {
    return new RespConnection(host, port());
  }

  /** Sends one command on a connection of its own, as {@link RespConnection#ask} does. */
  public @Nullable Object ask(Object... words) {
    try (RespConnection client = client()) {
      return client.ask(words);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** Sends one command on a connection of its own, as {@link RespConnection#call} does. */
  public @Nullable Object call(Object... words) throws IOException {
    try (RespConnection client = new RespConnection(host, port(), RespConnection.SHORT_PATIENCE)) {
      return client.call(words);
    }
  }

  /** A section of INFO. */
  String info(String section) throws IOException {
    return String.valueOf(call("INFO", section));
  }

  /** How often it was sent a command, or ran it in a script, since CONFIG RESETSTAT. */
  public long calls(String command) {
    String stats = String.valueOf(ask("INFO", "commandstats"));
    String line = "cmdstat_" + command + ":calls=";
    int at = stats.indexOf(line);
    return at < 0 ? 0 : Long.parseLong(stats.substring(at + line.length(), stats.indexOf(',', at)));
  }

  /** The server writes down what it knows. */
  @Override
  public void stop() throws IOException {
    try {
      call("SHUTDOWN", "SAVE");
    } catch (IOException closed) {
      // It closes the connection for an answer.
    }
    awaitEnd();
  }

  /** Ends it, and starts it anew without what it knew, with more options and variables. */
  public void renew(List<String> options, Map<String, String> environment) throws IOException {
    kill();
    Files.deleteIfExists(appendOnlyFile());
    options(options);
    environment(environment);
    start();
  }

  @Override
  public void restartIn(Map<String, String> environment) throws IOException {
    renew(List.of(), environment);
  }

  /** Where it writes what it is told, if its options say so. */
  public Path appendOnlyFile() {
    return folder().resolve("appendonly.aof");
  }

  @Override
  public String version() throws IOException {
    return "redis "
        + info("server")
            .lines()
            .filter(line -> line.startsWith("redis_version:"))
            .map(line -> line.substring("redis_version:".length()).trim())
            .findFirst()
            .orElse("?");
  }
}
