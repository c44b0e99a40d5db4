package dev.holdfast.benchmarks.job;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.benchmarks.contender.CountedStore;
import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.run.Fields;
import dev.holdfast.benchmarks.run.Job;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.RedisClient;

/** Two clients with Redis clients of their own; one lets its hold linger, the other wants it. */
public final class LingerJob implements Job {
  private static final Duration LINGER = Duration.ofSeconds(20);
  private static final int TAKEOVERS = 200;

  private @Nullable Party keeper;
  private @Nullable Party other;
  private @Nullable RedisClient pinged;

  @Override
  public void open(Map<String, Object> settings) {
    String contender = Fields.text(settings, "contender");
    String url = Fields.text(settings, "redis");
    keeper = Party.open(contender, url, LockOptions.defaults().linger(LINGER));
    other = Party.open(contender, url, LockOptions.defaults());
    pinged = RedisClient.create(url);
  }

  @Override
  public Map<String, Object> run(Map<String, Object> turn, Start start) throws Exception {
    Party keeper = Objects.requireNonNull(this.keeper, "opened");
    Party other = Objects.requireNonNull(this.other, "opened");
    double seconds = Fields.number(turn, "seconds");
    keeper.visit();
    start.await();
    long before = keeper.store.commands();
    long begin = System.nanoTime();
    long count = keeper.visitFor(seconds);
    double took = (System.nanoTime() - begin) / 1e9;
    long commands = keeper.store.commands() - before;
    List<Double> takeovers = new ArrayList<>();
    List<Double> trips = new ArrayList<>();
    List<Double> sent = new ArrayList<>();
    for (int i = 0; i < TAKEOVERS; i++) {
      trips.add(roundTripMicros());
      keeper.visit();
      long sentBefore = keeper.store.commands() + other.store.commands();
      long asked = System.nanoTime();
      try (Lease lease = other.lock.acquire()) {
        takeovers.add((System.nanoTime() - asked) / 1e3);
        sent.add((double) (keeper.store.commands() + other.store.commands() - sentBefore));
        if (!lease.isHeld()) {
          throw new IllegalStateException("the lease was lost at once");
        }
      }
    }
    return Map.of(
        "rate",
        count / took,
        "commandsPerSecond",
        commands / took,
        "commandsPerLock",
        (double) commands / count,
        "takeoverMicros",
        Figure.median(takeovers),
        "takeoverCommands",
        Figure.median(sent),
        "roundTripMicros",
        Figure.median(trips));
  }

  private double roundTripMicros() {
    RedisClient client = Objects.requireNonNull(pinged, "opened");
    long asked = System.nanoTime();
    String unused = client.ping();
    return (System.nanoTime() - asked) / 1e3;
  }

  @Override
  public void close() {
    for (Party party : new @Nullable Party[] {keeper, other}) {
      if (party != null) {
        party.holdfast.close();
        party.store.close();
      }
    }
    if (pinged != null) {
      pinged.close();
    }
  }

  private record Party(CountedStore store, Holdfast holdfast, DistributedLock lock) {
    static Party open(String contender, String url, LockOptions options) {
      CountedStore store = CountedStore.open(contender, url, 1);
      Holdfast holdfast = Holdfast.builder(store.store()).options(options).build();
      return new Party(store, holdfast, holdfast.mutex("bench:linger"));
    }

    void visit() throws InterruptedException {
      lock.acquire().close();
    }

    /** Visits again and again for so long; returns how often. */
    long visitFor(double seconds) throws InterruptedException {
      long end = System.nanoTime() + (long) (seconds * 1e9);
      long count = 0;
      while (System.nanoTime() < end) {
        visit();
        count++;
      }
      return count;
    }
  }
}
