package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.Surroundings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.params.SetParams;

/**
 * D7: D6 with a count for each thread, and a watchdog that renews a few times. One flag stops it
 * for all names, so that whoever unlocks one name ends the renewal of those that others still hold.
 * And a thread that has counted a name is told "yes" without a question to the server, whatever has
 * become of the key.
 */
final class OneStopFlag extends RedisDesign {
  private static final String RENEW =
      "if redis.call('GET', KEYS[1]) == ARGV[1] then"
          + " return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0";
  private static final int MOST_RENEWALS = 10;

  private static final class Count {
    final String value = UUID.randomUUID().toString();
    int count = 1;
  }

  private final ThreadLocal<Map<String, Count>> counts = ThreadLocal.withInitial(HashMap::new);
  private final ScheduledThreadPoolExecutor watchdog = new ScheduledThreadPoolExecutor(1);
  private volatile boolean stopped;

  OneStopFlag(Surroundings s) {
    super(s);
  }

  @Override
  public boolean isReentrant() {
    return true;
  }

  @Override
  public @Nullable Grip attempt(String name) {
    String key = key(name);
    Count known = counts.get().get(key);
    if (known != null) {
      known.count++;
    } else {
      Count first = new Count();
      if (redis.set(key, first.value, SetParams.setParams().nx().px(lease.toMillis())) == null) {
        return null;
      }
      counts.get().put(key, first);
      stopped = false;
      renewLater(key, first.value, MOST_RENEWALS);
    }
    return Belief.endless(() -> release(key));
  }

  private void renewLater(String key, String value, int times) {
    Future<?> unused =
        watchdog.schedule(
            () -> renew(key, value, times), lease.toMillis() / 3, TimeUnit.MILLISECONDS);
  }

  private void renew(String key, String value, int times) {
    List<String> arguments = List.of(value, String.valueOf(lease.toMillis()));
    if (!stopped && times > 0 && redis.eval(RENEW, List.of(key), arguments).equals(1L)) {
      renewLater(key, value, times - 1);
    }
  }

  private void release(String key) {
    Count mine = counts.get().get(key);
    if (mine != null && --mine.count == 0) {
      counts.get().remove(key);
      stopped = true;
      redis.eval(OwnValue.RELEASE, List.of(key), List.of(mine.value));
    }
  }

  @Override
  public void close() {
    watchdog.shutdownNow();
    super.close();
  }
}
