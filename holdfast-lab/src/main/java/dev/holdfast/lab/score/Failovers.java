package dev.holdfast.lab.score;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import java.io.IOException;
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
  private static final int MANY = 30;
  private static final int FEW = 2;

  @Override
  public List<Score> play(Stand stand) throws IOException {
    List<Score> scores = new ArrayList<>();
    try (Standby sentinels = new BehindSentinels(stand.folder().resolve("sentinels"))) {
      scores.addAll(play(stand, sentinels, "behind Sentinels"));
    }
    try (Standby cluster = new InCluster(stand.folder().resolve("cluster"))) {
      scores.addAll(play(stand, cluster, "in a cluster"));
    }
    return scores;
  }

  private static List<Score> play(Stand stand, Standby standby, String where) throws IOException {
    Map<String, Times> times = new TreeMap<>();
    Map<String, Holdfast> clients = new TreeMap<>();
    Times failovers = new Times();
    try {
      for (String client : Stand.CLIENTS) {
        times.put(client, new Times());
        clients.put(client, Holdfast.connect(standby.url(client)));
      }
      for (int i = 0; i < (stand.isBrief() ? FEW : MANY); i++) {
        failOver(standby, i % standby.masters(), clients, times, failovers);
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
      Standby standby,
      int master,
      Map<String, Holdfast> clients,
      Map<String, Times> times,
      Times failovers)
      throws IOException {
    Scene.until(standby::isReady, "every master has a replica");
    Map<String, String> names = new TreeMap<>();
    for (String id : clients.keySet()) {
      names.put(id, standby.name(master, "failover-" + id + "-"));
    }
    AtomicLong done = new AtomicLong();
    long killed = System.nanoTime();
    standby.kill(master);
    Map<String, CompletableFuture<Void>> all = new TreeMap<>();
    clients.forEach(
        (id, client) ->
            all.put(
                id,
                client
                    .mutex(of(names, id))
                    .acquireAsync()
                    .thenAccept(lease -> granted(lease, done, of(times, id)))));
    Scene.until(() -> standby.isReplaced(master), "a replica took over");
    done.set(System.nanoTime());
    failovers.add(done.get() - killed);
    all.forEach((id, wait) -> of(times, id).awaitAll(List.of(wait)));
    standby.revive(master);
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
