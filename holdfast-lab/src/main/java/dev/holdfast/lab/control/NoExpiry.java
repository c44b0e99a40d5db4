package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.Surroundings;
import org.jspecify.annotations.Nullable;

/** D2: {@code SETNX} without an expiry. What a dead holder held is never free again. */
final class NoExpiry extends RedisDesign {
  NoExpiry(Surroundings s) {
    super(s);
  }

  @Override
  public @Nullable Grip attempt(String name) {
    String key = key(name);
    return setIfAbsent(key, "1") ? Belief.endless(() -> redis.del(key)) : null;
  }
}
