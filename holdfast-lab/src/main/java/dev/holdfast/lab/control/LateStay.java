package dev.holdfast.lab.control;

import dev.holdfast.lab.check.Stays;
import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.Surroundings;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.params.SetParams;

/**
 * D6 whose names are to stay taken for a while: whoever gives one back lets the key last for as
 * long as is left of that time. So the name does not stay taken if its holder dies.
 */
final class LateStay extends RedisDesign {
  private static final String STAY =
      "if redis.call('GET', KEYS[1]) == ARGV[1] then"
          + " return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0";

  LateStay(Surroundings s) {
    super(s);
  }

  @Override
  public Duration stay() {
    return Stays.TIME;
  }

  @Override
  public @Nullable Grip attempt(String name) {
    String key = key(name);
    String value = UUID.randomUUID().toString();
    SetParams form = SetParams.setParams().nx().px(lease.toMillis());
    long asked = System.nanoTime();
    if (redis.set(key, value, form) == null) {
      return null;
    }
    boolean stays = Stays.has(Integer.parseInt(name.substring(1)));
    return Belief.lasting(
        asked,
        lease,
        () -> {
          if (stays) {
            // From now on, so that it is never too short.
            redis.eval(STAY, List.of(key), List.of(value, String.valueOf(stay().toMillis())));
          } else {
            redis.eval(OwnValue.RELEASE, List.of(key), List.of(value));
          }
        });
  }
}
