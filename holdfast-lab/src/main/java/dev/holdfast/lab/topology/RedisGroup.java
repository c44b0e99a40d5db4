package dev.holdfast.lab.topology;

import dev.holdfast.lab.episode.RedisServer;
import dev.holdfast.lab.episode.StoreServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Several Redis servers that one lock is on. */
public abstract class RedisGroup implements StoreServer {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(90);
  private static final long LOOK_NANOS = 20_000_000;

  /** All servers that keep locks. */
  public abstract List<RedisServer> servers();

  /** Waits until all is as it was at the beginning. */
  public abstract void settle() throws IOException;

  /** Those of them that grant, by their own word. */
  public List<RedisServer> masters() throws IOException {
    List<RedisServer> masters = new ArrayList<>();
    for (RedisServer server : servers()) {
      if (server.isAlive() && isMaster(server)) {
        masters.add(server);
      }
    }
    return masters;
  }

  /** The replica of a master, which has all that this wrote until lately. */
  public RedisServer replicaOf(RedisServer master) throws IOException {
    for (RedisServer server : servers()) {
      if (!server.equals(master) && server.isAlive() && isFollowing(server, master)) {
        return server;
      }
    }
    throw new IOException("no replica follows " + master);
  }

  /** Waits until a replica is a master. */
  public void awaitPromotion(RedisServer replica) throws IOException {
    await("the replica is promoted", () -> isPromoted(replica));
  }

  /** Whether this former replica is a master, for all who have a say in it. */
  abstract boolean isPromoted(RedisServer replica) throws IOException;

  /** Which of them are masters, in words that differ when a replica was promoted. */
  public String constellation() throws IOException {
    return "masters at " + masters().stream().map(RedisServer::port).toList();
  }

  /** Whether it says that it is no replica. */
  static boolean isMaster(RedisServer server) throws IOException {
    return replication(server).contains("role:master\r");
  }

  /** Whether it has all that this master wrote until lately. */
  static boolean isFollowing(RedisServer replica, RedisServer master) throws IOException {
    String info = replication(replica);
    return info.contains("role:slave\r")
        && info.contains("master_port:" + master.port() + "\r")
        && info.contains("master_link_status:up\r");
  }

  private static String replication(RedisServer server) throws IOException {
    return String.valueOf(server.ask("INFO", "replication"));
  }

  @Override
  public int port() {
    return ports().get(0);
  }

  /** What may be true, or cannot be told yet. */
  interface Condition {
    boolean holds() throws IOException;
  }

  /**
   * Waits for something.
   *
   * @throws IOException if it did not come true
   */
  static void await(String what, Condition condition) throws IOException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!holds(condition)) {
      if (System.nanoTime() > end) {
        throw new IOException("not within " + PATIENCE_NANOS / 1_000_000_000 + " s: " + what);
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private static boolean holds(Condition condition) {
    try {
      return condition.holds();
    } catch (IOException notYet) {
      return false;
    }
  }

  @Override
  public void start() throws IOException {
    for (RedisServer server : servers()) {
      server.ensureAlive();
    }
  }

  @Override
  public void kill() {
    servers().forEach(RedisServer::kill);
  }

  @Override
  public void pause() throws IOException {
    for (RedisServer server : servers()) {
      server.pause();
    }
  }

  @Override
  public void resume() throws IOException {
    for (RedisServer server : servers()) {
      server.resume();
    }
  }

  @Override
  public void restartIn(Map<String, String> environment) {
    throw new UnsupportedOperationException("its servers have their own environments");
  }

  @Override
  public String version() throws IOException {
    return getClass().getSimpleName().toLowerCase(Locale.ROOT)
        + " of "
        + servers().size()
        + " "
        + servers().get(0).version();
  }

  @Override
  public void close() {
    servers().forEach(RedisServer::close);
  }
}
