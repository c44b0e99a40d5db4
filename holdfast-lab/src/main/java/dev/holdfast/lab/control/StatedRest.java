package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.Surroundings;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.params.SetParams;

/**
 * D6 that states at every look another time than what is left of its lease by its user's own clock.
 */
final class StatedRest extends RedisDesign {
  /** What is stated of a key. */
  private final Function<String, Duration> rest;

  private StatedRest(Surroundings s, boolean asked) {
    super(s);
    rest = asked ? this::serversRest : key -> lease;
  }

  /** States how long its lease is, and then has to take it back. */
  static StatedRest wholeLease(Surroundings s) {
    return new StatedRest(s, false);
  }

  /** States what the server says; one whose clock was set back says more than was asked for. */
  static StatedRest serversRest(Surroundings s) {
    return new StatedRest(s, true);
  }

  private Duration serversRest(String key) {
    return Duration.ofMillis(Math.max(0, redis.pttl(key)));
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
      return rest.apply(key);
    }

    @Override
    public void release() {
      redis.eval(OwnValue.RELEASE, List.of(key), List.of(value));
    }
  }
}
