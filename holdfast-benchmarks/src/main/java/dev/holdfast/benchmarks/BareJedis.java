package dev.holdfast.benchmarks;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.SetParams;

/**
 * The recipe from the textbook: SET NX PX with a value of one's own, compare-and-delete. Whoever
 * finds the key taken fails, or tries again after a pause.
 */
final class BareJedis implements Contender {
  private static final long LEASE_MILLIS = 30_000;

  /** About what a round trip takes: shorter pauses only load the server, longer ones waste it. */
  private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  private final CountedJedis jedis;
  private final RedisClient client;
  private final boolean spins;
  private final String script;

  BareJedis(CountedJedis jedis, boolean spins) {
    this.jedis = jedis;
    this.client = jedis.client();
    this.spins = spins;
    this.script = client.scriptLoad(Recipes.COMPARE_AND_DELETE);
  }

  @Override
  public Section section(String name) {
    return new KeySection(name);
  }

  @Override
  public long commands() {
    return jedis.sent();
  }

  @Override
  public void close() {
    jedis.close();
  }

  private final class KeySection implements Section {
    private final String key;
    private final List<String> keys;
    private final String prefix = Recipes.valuePrefix();
    private long values;
    private String value = "";

    KeySection(String key) {
      this.key = key;
      this.keys = List.of(key);
    }

    @Override
    public void enter() {
      value = prefix + values++;
      while (client.set(key, value, SetParams.setParams().nx().px(LEASE_MILLIS)) == null) {
        if (!spins) {
          throw new IllegalStateException(key + " is taken");
        }
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(1, 2 * PAUSE_NANOS));
      }
    }

    @Override
    public void leave() {
      client.evalsha(script, keys, List.of(value));
    }
  }
}
