package dev.holdfast.benchmarks.server;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** Servers that know nothing of each other, for locks that a majority of them grants. */
public final class QuorumServers implements Servers, AutoCloseable {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Duration rejoin;
  private final List<RedisServer> members = new ArrayList<>();
  private int hung;

  private QuorumServers(Duration rejoin) {
    this.rejoin = rejoin;
  }

  /**
   * Starts some that end with the scenario.
   *
   * @param rejoin for how long each of them grants nothing to Holdfast, whole seconds
   */
  public static QuorumServers startFor(ServerScope scope, int count, Duration rejoin)
      throws IOException {
    QuorumServers servers = new QuorumServers(rejoin);
    scope.closeAtTheEnd(servers);
    for (int i = 0; i < count; i++) {
      servers.members.add(RedisServer.start(scope.folder()));
    }
    return servers;
  }

  /** Waits until all members have been up for so long that they grant. */
  public void awaitGranting() {
    for (RedisServer member : members) {
      while (Long.parseLong(member.info("server").getOrDefault("uptime_in_seconds", "0"))
          < rejoin.toSeconds()) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  /** Has the last one answer nothing any more, until all are closed. */
  public void hangOne() throws IOException {
    hung++;
    members.get(members.size() - hung).hang();
  }

  /** The same servers, for those who ask them through this client library. */
  public Servers through(String library) {
    return new Servers() {
      @Override
      public String url() {
        return QuorumServers.this.url() + "&client=" + library;
      }

      @Override
      public ServerWork work() {
        return QuorumServers.this.work();
      }
    };
  }

  @Override
  public String url() {
    return members.stream()
        .map(member -> member.url().substring("redis://".length()))
        .collect(Collectors.joining(",", "redlock://", "?rejoin=" + rejoin.toSeconds() + "s"));
  }

  @Override
  public ServerWork work() {
    return members.subList(0, members.size() - hung).stream()
        .map(RedisServer::work)
        .reduce(ServerWork.NONE, ServerWork::and);
  }

  @Override
  public void close() {
    members.forEach(RedisServer::close);
  }
}
