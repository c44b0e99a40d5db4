package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.Surroundings;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.params.SetParams;

/**
 * D6: {@code SET NX PX} with a random value, and a script that deletes only that. No two hold, but
 * a holder that stands still for longer than its lease goes on and writes: nothing renews, and no
 * token lets the resource refuse.
 */
final class OwnValue extends RedisDesign {
  /** Deletes only what is one's own. */
  static final String RELEASE =
      "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end"
          + " return 0";

  OwnValue(Surroundings s) {
    super(s);
  }

  @Override
  public @Nullable Grip attempt(String name) {
    String key = key(name);
    String value = UUID.randomUUID().toString();
    long asked = System.nanoTime();
    String set = redis.set(key, value, SetParams.setParams().nx().px(lease.toMillis()));
    return set == null
        ? null
        : Belief.lasting(asked, lease, () -> redis.eval(RELEASE, List.of(key), List.of(value)));
  }
}
