package dev.holdfast.benchmarks;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import redis.clients.jedis.RedisClient;

/**
 * The recipe for a counting semaphore whose permits expire: a sorted set of holders by the end of
 * their time, counted in a script. Whoever finds no permit tries again after a pause.
 */
final class BarePermits implements Contender {
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
  private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  private final CountedJedis jedis;
  private final RedisClient client;
  private final String script;

  BarePermits(CountedJedis jedis) {
    this.jedis = jedis;
    this.client = jedis.client();
    this.script = client.scriptLoad(TAKE);
  }

  @Override
  public Section section(String name) {
    return new PermitSection(name);
  }

  @Override
  public long commands() {
    return jedis.sent();
  }

  @Override
  public void close() {
    jedis.close();
  }

  private final class PermitSection implements Section {
    private final String key;
    private final List<String> keys;
    private final String prefix = Recipes.valuePrefix();
    private long values;
    private String value = "";

    PermitSection(String key) {
      this.key = key;
      this.keys = List.of(key);
    }

    @Override
    public void enter() {
      value = prefix + values++;
      List<String> arguments =
          List.of(Integer.toString(ContenderProvider.PERMITS), LEASE_MILLIS, value);
      while (!Long.valueOf(1).equals(client.evalsha(script, keys, arguments))) {
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(1, 2 * PAUSE_NANOS));
      }
    }

    @Override
    public void leave() {
      if (client.zrem(key, value) != 1) {
        throw new IllegalStateException("a permit was lost");
      }
    }
  }
}
