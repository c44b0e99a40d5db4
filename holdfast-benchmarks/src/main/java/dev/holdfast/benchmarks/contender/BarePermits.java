package dev.holdfast.benchmarks.contender;

import java.util.List;

/**
 * The recipe for a counting semaphore whose permits expire: a sorted set of holders by the end of
 * their time, counted in a script. Whoever finds no permit tries again after a pause.
 */
final class BarePermits extends JedisRecipe {
  private static final String TAKE =
      """
      local time = redis.call('time')
      local now = time[1] * 1000 + math.floor(time[2] / 1000)
      redis.call('zremrangebyscore', KEYS[1], '-inf', now)
      if redis.call('zcard', KEYS[1]) < tonumber(ARGV[1]) then
        return redis.call('zadd', KEYS[1], now + ARGV[2], ARGV[3])
      end
      return 0
      """;
  private static final String LEASE_MILLIS = "30000";

  BarePermits(CountedJedis jedis) {
    super(jedis, TAKE);
  }

  @Override
  public Section section(String name) {
    return new PermitSection(name);
  }

  private final class PermitSection extends Held {
    PermitSection(String key) {
      super(key);
    }

    @Override
    boolean take() {
      String size = Integer.toString(ContenderProvider.PERMITS);
      return Long.valueOf(1).equals(call(this, List.of(size, LEASE_MILLIS, value)));
    }

    @Override
    public void leave() {
      if (client.zrem(key, value) != 1) {
        throw new IllegalStateException("a permit was lost");
      }
    }
  }
}
