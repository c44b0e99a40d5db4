package dev.holdfast.redis;

import dev.holdfast.servers.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** Servers that know nothing of each other. */
public final class RedlockServers implements AutoCloseable {
  private static final Pattern UPTIME = Pattern.compile("uptime_in_seconds:([0-9]+)");
  private static List<RedisServer> shared = List.of();

  private final List<RedisServer> servers = new ArrayList<>();

  private RedlockServers() {}

  /** Some of their own. */
  public static RedlockServers start(int count) {
    RedlockServers started = new RedlockServers();
    for (int i = 0; i < count; i++) {
      started.servers.add(RedisServer.started());
    }
    return started;
  }

  /** Three for all tests of this JVM, as old as that at least; they end with it. */
  static synchronized List<RedisServer> shared(Duration age) {
    if (shared.isEmpty()) {
      shared = start(3).servers;
    }
    awaitUptime(shared, age);
    return shared;
  }

  /** Waits until these servers have been up for so long, as far as a quorum believes it. */
  static void awaitUptime(List<RedisServer> servers, Duration age) {
    Awaitility.await()
        .atMost(age.plusSeconds(20))
        .pollInterval(Duration.ofMillis(100))
        .until(() -> servers.stream().allMatch(each -> uptimeSeconds(each) >= age.toSeconds() + 1));
  }

  private static long uptimeSeconds(RedisServer server) {
    Matcher line = UPTIME.matcher(String.valueOf(server.ask("INFO", "server")));
    if (!line.find()) {
      throw new AssertionError("no uptime");
    }
    return Long.parseLong(line.group(1));
  }

  /** Waits until all of them have been up for so long. */
  public void awaitUptime(Duration age) {
    awaitUptime(servers, age);
  }

  /** One of them. */
  public RedisServer get(int index) {
    return servers.get(index);
  }

  /** The quorum of all of them. */
  public String url() {
    return url(servers);
  }

  static String url(List<RedisServer> servers) {
    return servers.stream()
        .map(server -> "127.0.0.1:" + server.port())
        .collect(Collectors.joining(",", "redlock://", ""));
  }

  @Override
  public void close() {
    servers.forEach(RedisServer::close);
  }
}
