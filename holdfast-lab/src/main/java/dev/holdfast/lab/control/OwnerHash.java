package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.Surroundings;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * D8: a hash of owner and count, a script for each step, a message on unlock, and a watchdog that
 * renews every third of the lease. Sound while its process runs; but a holder that stands still for
 * longer than the lease is not told that it lost, and no token stops what it writes then.
 *
 * <p>Its waiters ask again as those of the other controls do, instead of listening to the message:
 * how they are woken is no part of the flaw.
 */
final class OwnerHash extends RedisDesign {
  private static final String ACQUIRE =
      "if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then"
          + " local count = redis.call('HINCRBY', KEYS[1], ARGV[1], 1)"
          + " redis.call('PEXPIRE', KEYS[1], ARGV[2]) return count end return 0";
  private static final String RELEASE =
      "if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 0 end"
          + " local count = redis.call('HINCRBY', KEYS[1], ARGV[1], -1)"
          + " if count > 0 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) else"
          + " redis.call('DEL', KEYS[1]) redis.call('PUBLISH', KEYS[1], '0') end return count";
  private static final String RENEW =
      "if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then"
          + " return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0";

  private final String id = UUID.randomUUID().toString();
  private final Map<String, Future<?>> renewals = new ConcurrentHashMap<>();
  private final ScheduledThreadPoolExecutor watchdog = new ScheduledThreadPoolExecutor(1);

  OwnerHash(Surroundings s) {
    super(s);
  }

  @Override
  public boolean isReentrant() {
    return true;
  }

  @Override
  public @Nullable Grip attempt(String name) {
    String key = key(name);
    String owner = id + ":" + Thread.currentThread().getId();
    long count = (long) ask(ACQUIRE, key, owner);
    if (count == 0) {
      return null;
    }
    if (count == 1) {
      long third = lease.toMillis() / 3;
      renewals.put(
          key + owner,
          watchdog.scheduleAtFixedRate(
              () -> ask(RENEW, key, owner), third, third, TimeUnit.MILLISECONDS));
    }
    return Belief.endless(() -> release(key, owner));
  }

  private void release(String key, String owner) {
    if (ask(RELEASE, key, owner).equals(0L)) {
      Future<?> renewal = renewals.remove(key + owner);
      if (renewal != null) {
        renewal.cancel(false);
      }
    }
  }

  private Object ask(String script, String key, String owner) {
    return redis.eval(script, List.of(key), List.of(owner, String.valueOf(lease.toMillis())));
  }

  @Override
  public void close() {
    watchdog.shutdownNow();
    super.close();
  }
}
