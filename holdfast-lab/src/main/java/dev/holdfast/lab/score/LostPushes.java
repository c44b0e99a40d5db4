package dev.holdfast.lab.score;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.lab.proxy.Proxy;
import dev.holdfast.lab.proxy.Trouble;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLongArray;

/** No push arrives: how long until who waits learns by asking that it holds. */
final class LostPushes {
  private static final Duration TARGET = Duration.ofSeconds(2);

  /** A push arrives within a few ms: what is as quick was none that was lost. */
  private static final Duration QUICK = Duration.ofMillis(50);

  private static final int NAMES = 10;

  private final Stand stand;
  private final String client;
  private final SplittableRandom random = new SplittableRandom(3);

  LostPushes(Stand stand, String client) {
    this.stand = stand;
    this.client = client;
  }

  Score play() throws IOException, InterruptedException {
    Times times = new Times();
    String namespace = "pushes-" + client;
    try (Proxy proxy = new Proxy(stand.server().port());
        Holdfast holder = stand.direct(namespace);
        Holdfast waiter =
            Holdfast.builder(Stand.url(client, proxy.port())).namespace(namespace).build()) {
      proxy.set(Trouble.of(Trouble.Kind.NO_PUSHES));
      for (int i = 0; i < (stand.isBrief() ? 1 : 10); i++) {
        handOver(holder, waiter, times);
      }
    }
    Score score =
        times.score("recovery", "push lost: waiter goes on, " + client, stand.target(TARGET));
    boolean lost = times.percentile(50).compareTo(QUICK) > 0;
    return lost
        ? score
        : new Score(
            score.measure(), score.what(), score.seen(), "pushes must be lost", false, false);
  }

  private void handOver(Holdfast holder, Holdfast waiter, Times times)
      throws IOException, InterruptedException {
    List<Lease> held = new ArrayList<>();
    List<CompletableFuture<Void>> waits = new ArrayList<>();
    AtomicLongArray released = new AtomicLongArray(NAMES);
    for (int i = 0; i < NAMES; i++) {
      int index = i;
      String name = "n" + i;
      held.add(holder.mutex(name).acquire(Duration.ofSeconds(10)));
      waits.add(
          waiter
              .mutex(name)
              .acquireAsync()
              .thenAccept(
                  lease -> {
                    times.add(System.nanoTime() - released.get(index));
                    lease.close();
                  }));
      Scene.until(() -> holder.inspect(name).waiters().size() == 1, "'" + name + "' is waited for");
    }
    for (int i = 0; i < NAMES; i++) {
      Scene.pause(random.nextLong(10, 300));
      released.set(i, System.nanoTime());
      held.get(i).release();
    }
    times.awaitAll(waits);
  }
}
