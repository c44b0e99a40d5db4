package dev.holdfast.benchmarks.server;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.LongStream;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;

/**
 * How long scripts took on the server, from its slow log, which notes every command while this is
 * open. A server that is not the run's own is left as it is, and tells nothing.
 */
public final class ScriptTimes implements AutoCloseable {
  private static final String THRESHOLD = "slowlog-log-slower-than";
  private static final String LENGTH = "slowlog-max-len";
  private static final String MANY = "100000";

  private final RedisServer server;

  public ScriptTimes(RedisServer server) {
    this.server = server;
    if (server.isOwn()) {
      config(LENGTH, MANY);
      config(THRESHOLD, "0");
      Object unused = ask(Command.SLOWLOG, "RESET");
    }
  }

  public OptionalDouble meanMicros() {
    return micros().average();
  }

  public OptionalDouble p99Micros() {
    long[] sorted = micros().sorted().toArray();
    return sorted.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) sorted[(sorted.length - 1) * 99 / 100]);
  }

  /** By the clock: whoever takes the processor from the server is in it ({@link Precedence}). */
  public OptionalDouble longestMicros() {
    return micros().mapToDouble(micros -> micros).max();
  }

  /** An entry is a list: number, time, microseconds, and the command with its arguments. */
  private LongStream micros() {
    if (!server.isOwn()) {
      return LongStream.empty();
    }
    List<?> log = (List<?>) ask(Command.SLOWLOG, "GET", MANY);
    return log.stream()
        .map(entry -> (List<?>) entry)
        .filter(entry -> text(((List<?>) entry.get(3)).get(0)).startsWith("EVAL"))
        .mapToLong(entry -> (Long) entry.get(2));
  }

  private static String text(Object argument) {
    return new String((byte[]) argument, StandardCharsets.UTF_8).toUpperCase(Locale.ROOT);
  }

  private void config(String name, String value) {
    Object unused = ask(Command.CONFIG, "SET", name, value);
  }

  private Object ask(Command command, String... words) {
    return server
        .client()
        .executeCommand(new CommandArguments(command).addObjects((Object[]) words));
  }

  @Override
  public void close() {
    if (server.isOwn()) {
      config(THRESHOLD, "-1");
    }
  }
}
