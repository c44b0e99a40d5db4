package dev.holdfast.servers;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Several Redis servers that belong together. */
public abstract class RedisGroup implements Server {
  /** A Sentinel that stood still for two seconds trusts its clock again after 30 s. */
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** All servers that keep data. */
  public abstract List<RedisServer> servers();

  /** Starts what was killed, and waits until all is as it was at the beginning. */
  public abstract void settle() throws IOException;

  /** Those of them that are no replicas, by their own word. */
  public List<RedisServer> masters() throws IOException {
    List<RedisServer> masters = new ArrayList<>();
    for (RedisServer server : servers()) {
      if (server.isAlive() && isMaster(server)) {
        masters.add(server);
      }
    }
    return masters;
  }

  /**
   * Those of the masters that a replica follows; waits until there is one. A master that was
   * replaced says for a while after it has come back that it is one, and is followed by none.
   */
  public List<RedisServer> followedMasters() throws IOException {
    List<RedisServer> followed = new ArrayList<>();
    await(
        "a replica follows a master",
        () -> {
          followed.clear();
          for (RedisServer master : masters()) {
            if (follower(master).isPresent()) {
              followed.add(master);
            }
          }
          return !followed.isEmpty();
        });
    return followed;
  }

  /** The replica of a master, which has all that this wrote until lately. */
  public RedisServer replicaOf(RedisServer master) throws IOException {
    return follower(master).orElseThrow(() -> new IOException("no replica follows " + master));
  }

  private Optional<RedisServer> follower(RedisServer master) throws IOException {
    for (RedisServer server : servers()) {
      if (!server.equals(master) && server.isAlive() && isFollowing(server, master)) {
        return Optional.of(server);
      }
    }
    return Optional.empty();
  }

  /** The same once it has all that its master has now. */
  public RedisServer caughtUpReplicaOf(RedisServer master) throws IOException {
    await(
        "a replica has what its master has",
        () ->
            offset(replicaOf(master), "slave_repl_offset") >= offset(master, "master_repl_offset"));
    return replicaOf(master);
  }

  private static long offset(RedisServer server, String field) throws IOException {
    return server
        .info("replication")
        .lines()
        .filter(line -> line.startsWith(field + ":"))
        .mapToLong(line -> Long.parseLong(line.substring(field.length() + 1).strip()))
        .findFirst()
        .orElseThrow(() -> new IOException(server + " has no " + field));
  }

  /** Waits until a replica is a master. */
  public void awaitPromotion(RedisServer replica) throws IOException {
    await("the replica is promoted", () -> isPromoted(replica));
  }

  /** Whether this former replica is a master, for all who have a say in it. */
  public abstract boolean isPromoted(RedisServer replica) throws IOException;

  /** Which of them are masters, in words that differ when a replica was promoted. */
  public String constellation() throws IOException {
    return "masters at " + masters().stream().map(RedisServer::port).toList();
  }

  /** Whether it says that it is no replica. */
  static boolean isMaster(RedisServer server) throws IOException {
    return server.info("replication").contains("role:master\r");
  }

  /** Whether it has all that this master wrote until lately. */
  static boolean isFollowing(RedisServer replica, RedisServer master) throws IOException {
    String info = replica.info("replication");
    return info.contains("role:slave\r")
        && info.contains("master_port:" + master.port() + "\r")
        && info.contains("master_link_status:up\r");
  }

  /** Waits until something is true of the group, for as long as a Sentinel may need. */
  protected static void await(String what, Waits.Condition condition) throws IOException {
    Waits.until(PATIENCE, what, condition);
  }

  /** Deletes all data. */
  public void flush() throws IOException {
    for (RedisServer master : masters()) {
      Object unused = master.call("FLUSHALL");
    }
  }

  /** All processes, which are as many servers. */
  protected List<RedisServer> processes() {
    return servers();
  }

  @Override
  public int port() {
    return ports().get(0);
  }

  @Override
  public List<Integer> ports() {
    return servers().stream().map(RedisServer::port).toList();
  }

  @Override
  public void start() throws IOException {
    for (RedisServer each : processes()) {
      each.ensureAlive();
    }
  }

  @Override
  public void stop() throws IOException {
    for (RedisServer each : processes()) {
      each.stop();
    }
  }

  @Override
  public void kill() {
    servers().forEach(RedisServer::kill);
  }

  @Override
  public void pause() throws IOException {
    for (RedisServer each : servers()) {
      each.pause();
    }
  }

  @Override
  public void resume() throws IOException {
    for (RedisServer each : servers()) {
      each.resume();
    }
  }

  @Override
  public void environment(Map<String, String> environment) {
    throw new UnsupportedOperationException("its servers have their own environments");
  }

  @Override
  public String log() {
    StringBuilder log = new StringBuilder();
    processes().forEach(each -> log.append(each).append(":\n").append(each.log()));
    return log.toString();
  }

  @Override
  public String version() throws IOException {
    return getClass().getSimpleName().replaceFirst("^Redis", "").toLowerCase(Locale.ROOT)
        + " of "
        + servers().size()
        + " "
        + servers().get(0).version();
  }

  @Override
  public void close() {
    processes().forEach(RedisServer::close);
  }
}
