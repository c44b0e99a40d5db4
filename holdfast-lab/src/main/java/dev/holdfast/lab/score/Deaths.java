package dev.holdfast.lab.score;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** A process that holds is killed: how long until those who wait in another process are granted. */
final class Deaths {
  private static final Duration LEASE = Duration.ofSeconds(1);
  private static final Duration MOST_MORE = Duration.ofMillis(250);
  private static final String[] NAMES = {"a", "b", "c", "d", "e"};

  private final Stand stand;
  private final String url;
  private final String words;
  private final String namespace;
  private final SplittableRandom random = new SplittableRandom(1);

  Deaths(Stand stand, String url, String words) {
    this.stand = stand;
    this.url = url;
    this.words = words;
    this.namespace = "deaths-" + words;
  }

  Score play() throws IOException, InterruptedException {
    Times times = new Times();
    int deaths = stand.isBrief() ? 3 : 20;
    try (Holdfast next =
        Holdfast.builder(url)
            .namespace(namespace)
            .options(LockOptions.defaults().lease(LEASE))
            .build()) {
      for (int i = 0; i < deaths; i++) {
        die(next, times);
      }
    }
    return times.score(
        "recovery",
        "dead holder, lease " + LEASE.toMillis() + " ms: next holder, " + words,
        stand.target(LEASE.plus(MOST_MORE)));
  }

  private void die(Holdfast next, Times times) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of(url, namespace, "" + LEASE.toMillis()));
    arguments.addAll(List.of(NAMES));
    try (Child holder = new Child(stand, HolderMain.class, arguments.toArray(String[]::new))) {
      holder.expect("held");
      AtomicLong killed = new AtomicLong();
      List<CompletableFuture<Void>> waits = new ArrayList<>();
      for (String name : NAMES) {
        waits.add(next.mutex(name).acquireAsync().thenAccept(l -> granted(l, killed, times)));
      }
      for (String name : NAMES) {
        Scene.until(() -> next.inspect(name).waiters().size() == 1, "'" + name + "' is waited for");
      }
      Scene.pause(random.nextLong(50, 400));
      killed.set(System.nanoTime());
      holder.kill();
      times.awaitAll(waits);
    }
  }

  private static void granted(Lease lease, AtomicLong killed, Times times) {
    times.add(System.nanoTime() - killed.get());
    lease.close();
  }
}
