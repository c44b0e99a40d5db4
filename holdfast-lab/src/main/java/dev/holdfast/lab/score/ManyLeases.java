package dev.holdfast.lab.score;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastListener;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** One client of each library keeps many leases for long: none may be lost. */
final class ManyLeases implements Measure {
  private static final long LOOK_MILLIS = 500;

  @Override
  public List<Score> play(Stand stand) throws IOException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(Stand.CLIENTS.size());
    List<Score> scores = new ArrayList<>();
    try {
      List<Future<Score>> all = new ArrayList<>();
      for (String client : Stand.CLIENTS) {
        all.add(threads.submit(() -> keep(stand, client)));
      }
      for (Future<Score> one : all) {
        scores.add(one.get());
      }
    } catch (ExecutionException failed) {
      throw new IOException(failed.getCause());
    } finally {
      threads.shutdownNow();
    }
    return scores;
  }

  private static Score keep(Stand stand, String client) throws Exception {
    int many = stand.isBrief() ? 1_000 : 10_000;
    Duration lease = Duration.ofSeconds(stand.isBrief() ? 3 : 30);
    Counts counts = new Counts();
    try (Holdfast holder =
        Holdfast.builder(Stand.url(client, stand.server().port()))
            .namespace("load-" + client)
            .options(LockOptions.defaults().lease(lease))
            .listener(counts)
            .build()) {
      List<Lease> leases = new ArrayList<>();
      for (int i = 0; i < many; i++) {
        leases.add(holder.mutex("n" + i).acquire(Duration.ofSeconds(10)));
      }
      long end = System.nanoTime() + stand.time().toNanos();
      long told = System.nanoTime();
      while (System.nanoTime() < end) {
        Scene.pause(LOOK_MILLIS);
        leases.forEach(counts::look);
        if (System.nanoTime() - told > 60_000_000_000L) {
          told = System.nanoTime();
          stand.say("load     %-8s %s", client, counts.text(lease));
        }
      }
      int known = holder.names(many + 1).size();
      leases.forEach(Lease::close);
      int left = holder.names(many + 1).size();
      return new Score(
          "load",
          String.format(
              "%,d leases of %d s for %d s, %s",
              many, lease.toSeconds(), stand.time().toSeconds(), client),
          counts.text(lease) + ", " + known + " in the store",
          "no loss, all in the store",
          counts.losses.get() == 0 && counts.notHeld == 0 && known == many && left == 0,
          true);
    }
  }

  /** What the leases' owner saw and heard. */
  private static final class Counts implements HoldfastListener {
    private final AtomicInteger losses = new AtomicInteger();
    private final AtomicInteger jeopardies = new AtomicInteger();
    private int notHeld;
    private long leastMillis = Long.MAX_VALUE;

    void look(Lease lease) {
      leastMillis = Math.min(leastMillis, lease.remaining().toMillis());
      notHeld += lease.isHeld() ? 0 : 1;
    }

    @Override
    public void lost(String name, long token, Loss loss) {
      losses.incrementAndGet();
    }

    @Override
    public void jeopardy(String name, long token, Duration remaining, Throwable error) {
      jeopardies.incrementAndGet();
    }

    String text(Duration lease) {
      return String.format(
          "%d lost, %d in jeopardy, never less than %.1f of %d s left",
          losses.get() + notHeld, jeopardies.get(), leastMillis / 1e3, lease.toSeconds());
    }
  }
}
