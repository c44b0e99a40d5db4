package dev.holdfast.lab.score;

import dev.holdfast.servers.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A master and its replica, which change places with every failover. */
final class Pair implements AutoCloseable {
  private final RedisServer[] servers = new RedisServer[2];
  private List<String> options = List.of();
  private int master;

  /** Starts both; the second follows nobody yet. */
  Pair(Path folder) throws IOException {
    for (int i = 0; i < servers.length; i++) {
      servers[i] = RedisServer.startedIn(folder.resolve("server" + i));
    }
  }

  /** Starts both anew, with more options, which they keep. */
  Pair with(List<String> more) throws IOException {
    options = List.copyOf(more);
    for (RedisServer server : servers) {
      server.renew(options, Map.of());
    }
    return this;
  }

  RedisServer master() {
    return servers[master];
  }

  RedisServer replica() {
    return servers[1 - master];
  }

  List<RedisServer> both() {
    return List.of(servers);
  }

  /** The replica is the master now. */
  void swap() {
    master = 1 - master;
  }

  /** Starts what was killed, with these options too. */
  void reviveReplica(String... more) throws IOException {
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of(more));
    replica().renew(all, Map.of());
  }

  /** Whether a server says this of itself; one that does not answer says nothing. */
  static boolean says(RedisServer server, String line, String... question) {
    try {
      return String.valueOf(server.call((Object[]) question)).contains(line + "\r");
    } catch (IOException silent) {
      return false;
    }
  }

  /** Whether the replica would be promoted: it follows. */
  boolean isReady() {
    return says(master(), "role:master", "INFO", "replication")
        && says(replica(), "master_link_status:up", "INFO", "replication");
  }

  @Override
  public void close() {
    for (RedisServer server : servers) {
      server.close();
    }
  }
}
