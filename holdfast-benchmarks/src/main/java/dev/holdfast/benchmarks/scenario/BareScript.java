package dev.holdfast.benchmarks.scenario;

import dev.holdfast.benchmarks.server.RedisServer;
import dev.holdfast.benchmarks.server.ScriptTimes;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import redis.clients.jedis.RedisClient;

/**
 * A script that only counts, for about as long as one that renews a batch of leases takes, as often
 * as those run: what the clock says of any script on this machine.
 */
final class BareScript {
  private static final String COUNT = "for i = 1, ARGV[1] do end";
  private static final double LIKE_A_BATCH_MICROS = 350;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(48);
  private static final int TRIAL = 100_000;
  private static final int TRIALS = 50;

  private final RedisServer server;

  BareScript(RedisServer server) {
    this.server = server;
  }

  /** How far to count for that time. */
  long length() {
    try (ScriptTimes times = new ScriptTimes(server)) {
      for (int i = 0; i < TRIALS; i++) {
        count(TRIAL);
      }
      double micros = times.meanMicros().orElse(LIKE_A_BATCH_MICROS);
      return Math.round(TRIAL * LIKE_A_BATCH_MICROS / micros);
    }
  }

  void run(long length, double seconds) {
    long end = System.nanoTime() + Math.round(seconds * 1e9);
    while (System.nanoTime() - end < 0) {
      count(length);
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private void count(long to) {
    RedisClient client = server.client();
    Object unused = client.eval(COUNT, List.of(), List.of(String.valueOf(to)));
  }
}
