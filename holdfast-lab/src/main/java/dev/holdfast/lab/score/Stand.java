package dev.holdfast.lab.score;

import dev.holdfast.Holdfast;
import dev.holdfast.servers.RedisServer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.logging.FileHandler;
import java.util.logging.Handler;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What measurements are made on: a server of their own, a folder, and somebody to tell. */
public final class Stand implements AutoCloseable {
  /** The client libraries through which Redis is asked. */
  static final List<String> CLIENTS = List.of("jedis", "lettuce");

  private final Path folder;
  private final PrintStream out;
  private final boolean brief;
  private final Duration time;
  private final RedisServer server;
  private final Pulse pulse = new Pulse();
  private final List<String> notes = new ArrayList<>();

  /**
   * Starts a server.
   *
   * @param brief plays a short selection, as a build does
   * @param time how long leases are kept under load
   */
  public Stand(Path folder, PrintStream out, boolean brief, Duration time) throws IOException {
    this.folder = Files.createDirectories(folder);
    this.out = out;
    this.brief = brief;
    this.time = time;
    this.server = RedisServer.startedIn(folder.resolve("server"));
    logTo(folder.resolve("log"));
  }

  /** What clients warn of while they are tormented would bury what is measured. */
  private static void logTo(Path file) throws IOException {
    Logger root = Logger.getLogger("");
    for (Handler handler : root.getHandlers()) {
      root.removeHandler(handler);
    }
    FileHandler handler = new FileHandler(file.toString());
    handler.setFormatter(new SimpleFormatter());
    root.addHandler(handler);
  }

  Path folder() {
    return folder;
  }

  boolean isBrief() {
    return brief;
  }

  /** A target; a build that runs beside others gets some more, and the score says how much. */
  Duration target(Duration most) {
    return brief ? most.plusMillis(250) : most;
  }

  Duration time() {
    return time;
  }

  public RedisServer server() {
    return server;
  }

  /** The server as a store's URL, through this port. */
  static String storeUrl(String client, int port) {
    return "redis://127.0.0.1:" + port + "?client=" + client;
  }

  /** The same for a client, which connects on a busy machine, too. */
  static String url(String client, int port) {
    return storeUrl(client, port) + "&connectTimeout=60s";
  }

  /** A client of the server itself, with no proxy between. */
  Holdfast direct(String namespace) {
    return Holdfast.builder(url("jedis", server.port()))
        .namespace(namespace)
        .name("witness")
        .build();
  }

  void say(String line, Object... words) {
    out.println(words.length == 0 ? line : String.format(Locale.ROOT, line, words));
  }

  /** Says something that belongs into the report too, a table for example. */
  void note(String text) {
    notes.add(text);
    out.println(text);
  }

  /** What is to be known about the machine, if it did not let us run; empty if it did. */
  public String obstacle() {
    return pulse.missedBeats() ? pulse.text() : "";
  }

  /** What was noted. */
  public List<String> notes() {
    return notes;
  }

  @Override
  public void close() {
    pulse.close();
    server.close();
  }
}
