package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.Surroundings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * D5: {@code SETNX} and {@code EXPIRE} in one script, but the same value for all and a plain {@code
 * DEL}. Whoever works for longer than the lease frees the next holder's lock, so that a third gets
 * in beside it.
 */
final class AnyonesDelete extends RedisDesign {
  private static final String ACQUIRE =
      "local set = redis.call('SETNX', KEYS[1], '1')"
          + " if set == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end return set";

  AnyonesDelete(Surroundings s) {
    super(s);
  }

  @Override
  public @Nullable Grip attempt(String name) {
    String key = key(name);
    long asked = System.nanoTime();
    Object set = redis.eval(ACQUIRE, List.of(key), List.of(String.valueOf(lease.toMillis())));
    return set.equals(1L) ? Belief.lasting(asked, lease, () -> redis.del(key)) : null;
  }
}
