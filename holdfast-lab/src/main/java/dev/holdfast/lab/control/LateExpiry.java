package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.Surroundings;
import org.jspecify.annotations.Nullable;

/**
 * D3: {@code SETNX}, then {@code EXPIRE} in a command of its own. When the holder, or its
 * connection, dies between the two, the name is never free again.
 */
final class LateExpiry extends RedisDesign {
  LateExpiry(Surroundings s) {
    super(s);
  }

  @Override
  public @Nullable Grip attempt(String name) {
    String key = key(name);
    long asked = System.nanoTime();
    if (!setIfAbsent(key, "1")) {
      return null;
    }
    redis.pexpire(key, lease.toMillis());
    return Belief.lasting(asked, lease, () -> redis.del(key));
  }
}
