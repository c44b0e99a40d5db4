package dev.holdfast.lab.score;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.servers.RedisCluster;
import dev.holdfast.servers.RedisGroup;
import dev.holdfast.servers.RedisProgram;
import dev.holdfast.servers.RedisSentinels;
import dev.holdfast.servers.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** A master dies and is replaced: how long until a client is granted when that is done. */
final class Failovers implements Measure {
  private static final Duration TARGET = Duration.ofSeconds(1);
  private static final Duration SILENCE = Duration.ofMillis(700);
  private static final int CLUSTER_SILENCE_MILLIS = 1_000;
  private static final int MANY = 30;
  private static final int FEW = 2;

  @Override
  public List<Score> play(Stand stand) throws IOException {
    List<Score> scores = new ArrayList<>();
    Path folder = stand.folder();
    try (RedisSentinels sentinels = RedisSentinels.started(folder.resolve("sentinels"), SILENCE)) {
      scores.addAll(play(stand, sentinels, sentinels.url(), "behind Sentinels"));
    }
    try (RedisCluster cluster =
        new RedisCluster(
            RedisProgram.bundled(), folder.resolve("cluster"), 1, CLUSTER_SILENCE_MILLIS)) {
      scores.addAll(play(stand, cluster, cluster.url(), "in a cluster"));
    }
    return scores;
  }

  private static List<Score> play(Stand stand, RedisGroup group, String url, String where)
      throws IOException {
    Map<String, Times> times = new TreeMap<>();
    Map<String, Holdfast> clients = new TreeMap<>();
    Times failovers = new Times();
    try {
      for (String client : Stand.CLIENTS) {
        times.put(client, new Times());
        clients.put(client, Holdfast.connect(url + "?connectTimeout=60s&client=" + client));
      }
      for (int i = 0; i < (stand.isBrief() ? FEW : MANY); i++) {
        failOver(group, i, clients, times, failovers);
      }
    } finally {
      clients.values().forEach(Holdfast::close);
    }
    stand.note(where + ", from the master's death to the failover's end: " + failovers.text());
    List<Score> scores = new ArrayList<>();
    times.forEach(
        (client, of) -> {
          Score score =
              of.score(
                  "failover",
                  "failed over " + where + ": first grant, " + client,
                  stand.target(TARGET));
          stand.say("%s", score.line());
          scores.add(score);
        });
    return scores;
  }

  private static void failOver(
      RedisGroup group,
      int number,
      Map<String, Holdfast> clients,
      Map<String, Times> times,
      Times failovers)
      throws IOException {
    group.settle();
    List<RedisServer> masters = group.followedMasters();
    RedisServer master = masters.get(number % masters.size());
    RedisServer replica = group.replicaOf(master);
    Map<String, String> names = new TreeMap<>();
    for (String id : clients.keySet()) {
      names.put(id, name(group, master, "failover-" + id + "-"));
    }
    AtomicLong done = new AtomicLong();
    long killed = System.nanoTime();
    master.kill();
    Map<String, CompletableFuture<Void>> all = new TreeMap<>();
    clients.forEach(
        (id, client) ->
            all.put(
                id,
                client
                    .mutex(of(names, id))
                    .acquireAsync()
                    .thenAccept(lease -> granted(lease, done, of(times, id)))));
    Scene.until(() -> hasTakenOver(group, replica), "a replica took over");
    done.set(System.nanoTime());
    failovers.add(done.get() - killed);
    all.forEach((id, wait) -> of(times, id).awaitAll(List.of(wait)));
  }

  /** A name that this master has, of those that begin like this. */
  private static String name(RedisGroup group, RedisServer master, String prefix)
      throws IOException {
    for (int i = 0; group instanceof RedisCluster cluster; i++) {
      if (master.call("CLUSTER", "KEYSLOT", prefix + i) instanceof Long slot
          && cluster.masterOf(slot.intValue()).equals(master)) {
        return prefix + i;
      }
    }
    return prefix;
  }

  /** Whether it is the master, for all that tell clients where the master is. */
  private static boolean hasTakenOver(RedisGroup group, RedisServer replica) {
    try {
      return group.isPromoted(replica)
          && !(group instanceof RedisCluster cluster && !cluster.isKnown(replica));
    } catch (IOException silent) {
      return false;
    }
  }

  private static <T> T of(Map<String, T> all, String id) {
    return java.util.Objects.requireNonNull(all.get(id));
  }

  /** Who is granted before we know that the failover is done waited for nothing. */
  private static void granted(Lease lease, AtomicLong done, Times times) {
    times.add(done.get() == 0 ? 0 : System.nanoTime() - done.get());
    lease.close();
  }
}
