package dev.holdfast.lab.score;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.spi.StoreUrl;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Many clients wait for one name: all are served, in the order in which they came. */
final class ManyWaiters implements Measure {
  private static final String NAME = "wanted";

  /** How many clients share one store object, and its connections. */
  private static final int SHARE = 100;

  /** Longer than a place in the queue lives that is not kept alive. */
  private static final long STANDING_MILLIS = 8_000;

  @Override
  public List<Score> play(Stand stand) throws IOException, InterruptedException {
    List<Score> scores = new ArrayList<>();
    for (String client : Stand.CLIENTS) {
      Queue queue = new Queue(stand, client, stand.isBrief() ? 100 : 1_000);
      try {
        Score score = queue.play();
        stand.say("%s", score.line());
        scores.add(score);
      } finally {
        queue.close();
      }
    }
    return scores;
  }

  /** The clients of one library. */
  private static final class Queue {
    private final Stand stand;
    private final String client;
    private final int many;
    private final List<LockStore> stores = new ArrayList<>();
    private final List<Holdfast> clients = new ArrayList<>();
    private final List<Integer> served = Collections.synchronizedList(new ArrayList<>());

    Queue(Stand stand, String client, int many) {
      this.stand = stand;
      this.client = client;
      this.many = many;
    }

    Score play() throws IOException, InterruptedException {
      String namespace = "waiters-" + client;
      List<CompletableFuture<Void>> waits = new ArrayList<>();
      long took;
      try (Holdfast holder = stand.direct(namespace)) {
        Lease held = holder.mutex(NAME).acquire(Duration.ofSeconds(10));
        for (int i = 0; i < many; i++) {
          waits.add(join(i, namespace));
          int queued = i + 1;
          Scene.until(
              () -> holder.inspect(NAME).waiters().size() == queued, queued + " clients wait");
        }
        Scene.pause(STANDING_MILLIS);
        long start = System.nanoTime();
        held.close();
        await(CompletableFuture.allOf(waits.toArray(CompletableFuture<?>[]::new)));
        took = (System.nanoTime() - start) / 1_000_000;
      }
      List<Integer> order = List.copyOf(served);
      return new Score(
          "waiters",
          String.format("%,d clients wait for one name, %s", many, client),
          String.format(
              "%d served in %d ms, %s",
              order.size(), took, isOrder(order) ? "in order" : "NOT in order"),
          "all, in the order of coming",
          order.size() == many && isOrder(order),
          false);
    }

    private static void await(CompletableFuture<Void> all)
        throws IOException, InterruptedException {
      try {
        all.get(120, TimeUnit.SECONDS);
      } catch (java.util.concurrent.TimeoutException late) {
        // Who was not served is missing in the order.
      } catch (java.util.concurrent.ExecutionException failed) {
        throw new IOException(failed.getCause());
      }
    }

    private boolean isOrder(List<Integer> order) {
      return order.equals(IntStream.range(0, order.size()).boxed().toList());
    }

    private CompletableFuture<Void> join(int index, String namespace) {
      if (index % SHARE == 0) {
        stores.add(store(Stand.storeUrl(client, stand.server().port())));
      }
      Holdfast waiter =
          Holdfast.builder(stores.get(stores.size() - 1))
              .namespace(namespace)
              .name("w" + index)
              .build();
      clients.add(waiter);
      return waiter
          .mutex(NAME)
          .acquireAsync()
          .thenAccept(
              lease -> {
                served.add(index);
                lease.close();
              });
    }

    private static LockStore store(String url) {
      StoreUrl parsed = StoreUrl.parse(url);
      return ServiceLoader.load(StoreProvider.class).stream()
          .map(ServiceLoader.Provider::get)
          .filter(provider -> provider.accepts(parsed))
          .findFirst()
          .orElseThrow()
          .create(parsed);
    }

    void close() {
      clients.parallelStream().forEach(Holdfast::close);
      stores.forEach(LockStore::close);
    }
  }
}
