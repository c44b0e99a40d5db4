package dev.holdfast.benchmarks.contender;

import java.util.List;
import redis.clients.jedis.params.SetParams;

/**
 * The recipe from the textbook: SET NX PX with a value of one's own, compare-and-delete. Whoever
 * finds the key taken fails, or tries again after a pause.
 */
final class BareJedis extends JedisRecipe {
  private static final long LEASE_MILLIS = 30_000;

  private final boolean spins;

  BareJedis(CountedJedis jedis, boolean spins) {
    super(jedis, Recipes.COMPARE_AND_DELETE);
    this.spins = spins;
  }

  @Override
  public Section section(String name) {
    return new KeySection(name);
  }

  private final class KeySection extends Held {
    KeySection(String key) {
      super(key);
    }

    @Override
    boolean take() {
      boolean taken = client.set(key, value, SetParams.setParams().nx().px(LEASE_MILLIS)) != null;
      if (!taken && !spins) {
        throw new IllegalStateException(key + " is taken");
      }
      return taken;
    }

    @Override
    public void leave() {
      Object unused = call(this, List.of(value));
    }
  }
}
