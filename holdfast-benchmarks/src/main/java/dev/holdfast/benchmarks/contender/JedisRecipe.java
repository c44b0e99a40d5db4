package dev.holdfast.benchmarks.contender;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import redis.clients.jedis.RedisClient;

/**
 * A recipe by hand over Jedis, with one script: each section enters with a value of its own, and
 * tries again after a pause.
 */
abstract class JedisRecipe implements Contender {
  /** About what a round trip takes: shorter pauses only load the server, longer ones waste it. */
  private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  final RedisClient client;
  private final String script;
  private final CountedJedis jedis;

  JedisRecipe(CountedJedis jedis, String script) {
    this.jedis = jedis;
    this.client = jedis.client();
    this.script = client.scriptLoad(script);
  }

  /** Calls the script for a section. */
  final Object call(Held section, List<String> arguments) {
    return client.evalsha(script, section.keys, arguments);
  }

  @Override
  public long commands() {
    return jedis.sent();
  }

  @Override
  public void close() {
    jedis.close();
  }

  /** A section of one thread, which holds one value at a time. */
  abstract static class Held implements Section {
    final String key;
    final List<String> keys;
    private final String prefix = Recipes.valuePrefix();
    private long values;
    String value = "";

    Held(String key) {
      this.key = key;
      this.keys = List.of(key);
    }

    /** Asks once, with the value; returns whether that was granted. */
    abstract boolean take();

    @Override
    public void enter() {
      value = prefix + values++;
      while (!take()) {
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(1, 2 * PAUSE_NANOS));
      }
    }
  }
}
