package dev.holdfast.lab.score;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** The server is away for a while: how long until a client is granted when it is back. */
final class Restarts {
  private static final Duration TARGET = Duration.ofSeconds(1);

  private final Stand stand;
  private final boolean killed;
  private final SplittableRandom random = new SplittableRandom(2);

  /** The server is killed and started anew, or else only stands still. */
  Restarts(Stand stand, boolean killed) {
    this.stand = stand;
    this.killed = killed;
  }

  List<Score> play() throws IOException {
    Map<String, Times> times = new TreeMap<>();
    Map<String, Holdfast> clients = new TreeMap<>();
    try {
      for (String client : Stand.CLIENTS) {
        times.put(client, new Times());
        clients.put(client, Holdfast.connect(Stand.url(client, stand.server().port())));
      }
      for (int i = 0; i < (stand.isBrief() ? 4 : 60); i++) {
        absence(clients, times);
      }
    } finally {
      clients.values().forEach(Holdfast::close);
    }
    List<Score> scores = new ArrayList<>();
    String what = killed ? "server restarted: first grant, " : "server stood still: first grant, ";
    times.forEach(
        (client, of) -> scores.add(of.score("recovery", what + client, stand.target(TARGET))));
    return scores;
  }

  private void absence(Map<String, Holdfast> clients, Map<String, Times> times) throws IOException {
    AtomicLong back = new AtomicLong();
    if (killed) {
      stand.server().kill();
    } else {
      stand.server().pause();
    }
    Map<String, CompletableFuture<Void>> all = new TreeMap<>();
    clients.forEach(
        (id, client) ->
            all.put(
                id,
                client
                    .mutex("restart-" + id)
                    .acquireAsync()
                    .thenAccept(lease -> granted(lease, back, of(times, id)))));
    Scene.pause(random.nextLong(100, 2_000));
    if (killed) {
      stand.server().start(); // Returns when it answers.
      back.set(System.nanoTime());
    } else {
      back.set(System.nanoTime());
      stand.server().resume();
    }
    all.forEach((id, wait) -> of(times, id).awaitAll(List.of(wait)));
  }

  private static Times of(Map<String, Times> times, String id) {
    return java.util.Objects.requireNonNull(times.get(id));
  }

  /** Who is granted before we know that the server answers waited for nothing. */
  private static void granted(Lease lease, AtomicLong back, Times times) {
    times.add(back.get() == 0 ? 0 : System.nanoTime() - back.get());
    lease.close();
  }
}
