package dev.holdfast.benchmarks.scenario;

import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.server.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

/**
 * What a server remembers of names that nobody holds: their last stamps, for a day. The day is
 * shortened here: every key must have a time to live, which is then set to an instant. On a server
 * that is not the run's own nothing is measured and nothing is changed.
 */
final class Retention {
  private static final long LONGEST_MILLIS = TimeUnit.HOURS.toMillis(25);
  private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final int BATCH = 1_000;
  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final RedisServer server;
  private final long before;

  /** To be made before any client connects: connections take memory too. Empties the server. */
  Retention(RedisServer server) {
    this.server = server;
    if (server.isOwn()) {
      server.client().flushAll();
    }
    this.before = memory(server);
  }

  /** To be called when all clients are gone; returns how many names the server remembers. */
  int measure(String row, Figures figures) {
    if (!server.isOwn()) {
      figures.note("the server's memory is not measured on a given server");
      return 0;
    }
    List<String> keys = keys();
    if (keys.isEmpty()) {
      figures.fail(row, "the server remembers no name");
      return 0;
    }
    settle(keys.size());
    figures.add(row, ManyNames.RETAINED, perName(keys.size()));
    for (int from = 0; from < keys.size(); from += BATCH) {
      cutShort(keys.subList(from, Math.min(keys.size(), from + BATCH)), row, figures);
    }
    settle(0);
    figures.add(row, ManyNames.REMAINS, perName(keys.size()));
    figures.note(
        keys.size() + " keys remembered names; each had a time to live, which was then cut short");
    return keys.size();
  }

  private void cutShort(List<String> keys, String row, Figures figures) {
    List<Response<Long>> left = new ArrayList<>();
    try (AbstractPipeline pipeline = server.client().pipelined()) {
      for (String key : keys) {
        left.add(pipeline.pttl(key));
        pipeline.pexpire(key, 1);
      }
      pipeline.sync();
    }
    for (int i = 0; i < keys.size(); i++) {
      long millis = left.get(i).get();
      if (millis <= 0 || millis > LONGEST_MILLIS) {
        figures.fail(row, keys.get(i) + " would live for " + millis + " ms");
      }
    }
  }

  private double perName(int names) {
    return (double) Math.max(0, memory(server) - before) / names;
  }

  /** Waits until so many keys are left, and the server has made its tables smaller. */
  private void settle(int keys) {
    long deadline = System.nanoTime() + SETTLE_NANOS;
    long last = Long.MAX_VALUE;
    while (System.nanoTime() - deadline < 0) {
      long now = memory(server);
      if (server.client().dbSize() <= keys && now >= last) {
        return;
      }
      last = now;
      LockSupport.parkNanos(STEP_NANOS);
    }
  }

  private List<String> keys() {
    List<String> keys = new ArrayList<>();
    ScanParams pages = new ScanParams().count(1_000);
    String cursor = ScanParams.SCAN_POINTER_START;
    do {
      ScanResult<String> page = server.client().scan(cursor, pages);
      keys.addAll(page.getResult());
      cursor = page.getCursor();
    } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
    return keys.stream().distinct().toList();
  }

  private static long memory(RedisServer server) {
    return Long.parseLong(server.info("memory").getOrDefault("used_memory", "0"));
  }
}
