package dev.holdfast.lab.control;

import dev.holdfast.lab.check.Mode;
import dev.holdfast.lab.check.Want;
import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.Surroundings;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A semaphore that is a number: who wants permits looks how many are out, and then adds its own.
 * Two look before either adds.
 */
final class Counter extends RedisDesign {
  Counter(Surroundings s) {
    super(s);
  }

  @Override
  public Set<Mode> modes() {
    return Set.of(Mode.COUNTED);
  }

  @Override
  public @Nullable Grip attempt(String name) {
    return attempt(name, Want.permits(1, 1));
  }

  @Override
  public @Nullable Grip attempt(String name, Want want) {
    String key = key(name);
    long asked = System.nanoTime();
    String out = redis.get(key);
    if (out != null && Long.parseLong(out) + want.permits() > want.size()) {
      return null;
    }
    redis.incrBy(key, want.permits());
    redis.pexpire(key, lease.toMillis());
    return Belief.lasting(asked, lease, () -> redis.decrBy(key, want.permits()));
  }
}
