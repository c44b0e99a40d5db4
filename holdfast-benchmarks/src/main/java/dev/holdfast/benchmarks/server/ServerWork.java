package dev.holdfast.benchmarks.server;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a Redis server has done: CPU seconds, and how often each command ran, sent by a client or
 * called inside a script. The runner's own INFO is left out.
 */
public record ServerWork(double cpuSeconds, Map<String, Long> calls) {
  /** Of no server. */
  public static final ServerWork NONE = new ServerWork(0, Map.of());

  private static final String PREFIX = "cmdstat_";

  static ServerWork of(Map<String, String> cpu, Map<String, String> commandStats) {
    Map<String, Long> calls = new TreeMap<>();
    commandStats.forEach(
        (key, value) -> {
          if (key.startsWith(PREFIX) && !key.equals(PREFIX + "info")) {
            calls.put(key.substring(PREFIX.length()), callsOf(value));
          }
        });
    return new ServerWork(seconds(cpu, "used_cpu_user") + seconds(cpu, "used_cpu_sys"), calls);
  }

  /** From {@code calls=21,usec=175,…}. */
  private static long callsOf(String stat) {
    return Long.parseLong(stat.substring(stat.indexOf('=') + 1, stat.indexOf(',')));
  }

  private static double seconds(Map<String, String> cpu, String field) {
    return Double.parseDouble(cpu.getOrDefault(field, "0"));
  }

  /** What was done after an earlier look. */
  public ServerWork since(ServerWork before) {
    Map<String, Long> more = new TreeMap<>();
    calls.forEach(
        (command, count) -> {
          long difference = count - before.calls.getOrDefault(command, 0L);
          if (difference > 0) {
            more.put(command, difference);
          }
        });
    return new ServerWork(cpuSeconds - before.cpuSeconds, more);
  }

  /** What two servers have done together. */
  public ServerWork and(ServerWork other) {
    Map<String, Long> both = new TreeMap<>(calls);
    other.calls.forEach((command, count) -> both.merge(command, count, Long::sum));
    return new ServerWork(cpuSeconds + other.cpuSeconds, both);
  }

  /** Scripts that clients sent: no script can call another. */
  public long scripts() {
    return calls.getOrDefault("evalsha", 0L) + calls.getOrDefault("eval", 0L);
  }

  /** All calls together, whoever made them. */
  public long allCalls() {
    return calls.values().stream().mapToLong(Long::longValue).sum();
  }
}
