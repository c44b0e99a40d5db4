package dev.holdfast.benchmarks;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.SetParams;

/** The recipe from the textbook: SET NX PX with a value of one's own, compare-and-delete. */
final class BareJedis implements Contender {
  private final RedisClient client;
  private final String script;
  private final AtomicLong values = new AtomicLong();

  BareJedis(RedisClient client) {
    this.client = client;
    this.script = client.scriptLoad(Recipes.COMPARE_AND_DELETE);
  }

  @Override
  public String name() {
    return "bare Jedis: SET NX PX, compare-and-delete";
  }

  @Override
  public void lockAndUnlock() {
    String value = Long.toString(values.incrementAndGet());
    if (client.set(Recipes.KEY, value, SetParams.setParams().nx().px(30_000)) == null) {
      throw new IllegalStateException("the key is taken");
    }
    client.evalsha(script, List.of(Recipes.KEY), List.of(value));
  }

  @Override
  public void close() {
    // The client belongs to the scenario.
  }
}
