package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.Surroundings;
import dev.holdfast.spi.Backoff;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * D6 with a token from a counter, and clients that ask again after pauses that grow with each time
 * in vain. Who has waited for longest asks least often, so that whoever comes later is served
 * first; and a server that loses its data counts from the beginning.
 */
final class BackOff extends RedisDesign {
  /** So far apart that the lab takes each for a grant of the store's own. */
  private static final String ACQUIRE =
      "if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 0 end"
          + " local token = redis.call('INCRBY', KEYS[2], 4096)"
          + " redis.call('PEXPIRE', KEYS[2], 3600000) return token";

  private static final Backoff PAUSES = new Backoff(Duration.ofMillis(1), Duration.ofMillis(1_024));

  private final Map<String, Integer> inVain = new ConcurrentHashMap<>();

  BackOff(Surroundings s) {
    super(s);
  }

  @Override
  public long pauseNanos(String name) {
    return PAUSES.nanos(inVain.getOrDefault(name, 0));
  }

  @Override
  public @Nullable Grip attempt(String name) {
    String key = key(name);
    String value = UUID.randomUUID().toString();
    List<String> keys = List.of(key, key + ":token");
    long asked = System.nanoTime();
    long token = (long) redis.eval(ACQUIRE, keys, List.of(value, String.valueOf(lease.toMillis())));
    if (token == 0) {
      inVain.merge(name, 1, Integer::sum);
      return null;
    }
    inVain.remove(name);
    return Belief.lasting(
        asked, lease, token, () -> redis.eval(OwnValue.RELEASE, List.of(key), List.of(value)));
  }
}
