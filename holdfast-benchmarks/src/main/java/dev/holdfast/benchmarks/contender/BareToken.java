package dev.holdfast.benchmarks.contender;

import java.util.List;

/**
 * The recipe with a fencing token: two scripts, which make the token of the server's clock and keep
 * the last one of a free name. What one command for each step costs at least, if it is to be safe.
 */
final class BareToken extends JedisRecipe {
  private static final String TAKE =
      """
      local time = redis.call('time')
      local token = time[1] .. string.sub('00000' .. time[2], -6)
      local last = redis.call('get', KEYS[1])
      if last and (#last > #token or last >= token) then
        return false
      end
      redis.call('psetex', KEYS[1], ARGV[2], token .. ARGV[1])
      return token
      """;
  private static final String LEAVE =
      """
      local last = redis.call('get', KEYS[1])
      if last and string.sub(last, 17) == ARGV[1] then
        redis.call('set', KEYS[1], string.sub(last, 1, 16), 'keepttl')
        return 1
      end
      return 0
      """;
  private static final String LEASE_MILLIS = "30000";

  private final String leave;

  BareToken(CountedJedis jedis) {
    super(jedis, TAKE);
    leave = client.scriptLoad(LEAVE);
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
      return call(this, List.of(value, LEASE_MILLIS)) != null;
    }

    @Override
    public void leave() {
      if (!Long.valueOf(1).equals(client.evalsha(leave, keys, List.of(value)))) {
        throw new IllegalStateException(key + " was lost");
      }
    }
  }
}
