package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.Surroundings;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.params.SetParams;

/**
 * D6 that believes for as long as the server says at every look. A server whose clock was set back
 * says more than was ever asked for.
 */
final class ServersRest extends RedisDesign {
  ServersRest(Surroundings s) {
    super(s);
  }

  @Override
  public @Nullable Grip attempt(String name) {
    String key = key(name);
    String value = UUID.randomUUID().toString();
    SetParams form = SetParams.setParams().nx().px(lease.toMillis());
    return redis.set(key, value, form) == null ? null : new Hold(key, value);
  }

  private final class Hold implements Grip {
    private final String key;
    private final String value;

    Hold(String key, String value) {
      this.key = key;
      this.value = value;
    }

    @Override
    public long token() {
      return 0;
    }

    @Override
    public boolean valid() {
      return value.equals(redis.get(key));
    }

    @Override
    public Duration remaining() {
      return Duration.ofMillis(Math.max(0, redis.pttl(key)));
    }

    @Override
    public void release() {
      redis.eval(OwnValue.RELEASE, List.of(key), List.of(value));
    }
  }
}
