package dev.holdfast.lab.topology;

import dev.holdfast.lab.episode.ShiftedClock;
import dev.holdfast.servers.Ports;
import dev.holdfast.servers.RedisGroup;
import dev.holdfast.servers.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Five servers that know nothing of each other, without persistence, each with a clock of its own
 * where that can be had.
 */
public final class Quorum extends RedisGroup {
  /** How many servers there are. */
  public static final int MEMBERS = 5;

  /** For how long one that was restarted grants nothing: longer than any lease of the lab. */
  static final Duration REJOIN = Duration.ofSeconds(2);

  private static final Pattern UPTIME = Pattern.compile("uptime_in_seconds:([0-9]+)");

  private final List<RedisServer> servers = new ArrayList<>();
  private final List<ShiftedClock> clocks = new ArrayList<>();

  Quorum(Path folder) throws IOException {
    for (int port : Ports.free(MEMBERS)) {
      Path own = Files.createDirectories(folder.resolve("member" + servers.size()));
      Map<String, String> environment = Map.of();
      if (ShiftedClock.isPossible()) {
        ShiftedClock clock = new ShiftedClock(own.resolve("clock"));
        clocks.add(clock);
        environment = clock.environment();
      }
      servers.add(RedisServer.startedIn(own, port, List.of(), environment));
    }
    settle();
  }

  @Override
  public List<RedisServer> servers() {
    return servers;
  }

  @Override
  public List<Integer> ports() {
    return servers.stream().map(RedisServer::port).toList();
  }

  /** None is anybody's replica. */
  @Override
  public boolean isPromoted(RedisServer replica) {
    return true;
  }

  @Override
  public String constellation() {
    return "independent";
  }

  /** From now on this member's clock is wrong by so much. */
  public void shift(RedisServer member, long millis) throws IOException {
    if (clocks.isEmpty()) {
      throw new IOException("there is no cc here");
    }
    clocks.get(servers.indexOf(member)).shift(millis);
  }

  /** Waits until every member counts: it has been up for so long that it forgot nothing of now. */
  @Override
  public void settle() throws IOException {
    start();
    for (RedisServer server : servers) {
      await("a member has been up for long", () -> uptime(server) > REJOIN.toSeconds());
    }
  }

  private static long uptime(RedisServer server) throws IOException {
    Matcher found = UPTIME.matcher(String.valueOf(server.call("INFO", "server")));
    return found.find() ? Long.parseLong(found.group(1)) : 0;
  }
}
