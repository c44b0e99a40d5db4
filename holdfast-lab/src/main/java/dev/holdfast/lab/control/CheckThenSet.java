package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.Surroundings;
import org.jspecify.annotations.Nullable;

/** D1: {@code EXISTS}, then {@code SET}. Two clients look before either sets, and both hold. */
final class CheckThenSet extends RedisDesign {
  CheckThenSet(Surroundings s) {
    super(s);
  }

  @Override
  public @Nullable Grip attempt(String name) {
    String key = key(name);
    if (redis.exists(key)) {
      return null;
    }
    redis.set(key, "1");
    return Belief.endless(() -> redis.del(key));
  }
}
