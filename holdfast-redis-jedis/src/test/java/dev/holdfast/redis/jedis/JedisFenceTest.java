package dev.holdfast.redis.jedis;

import dev.holdfast.Lease;
import dev.holdfast.redis.RedisFenceTests;
import java.time.Duration;
import java.util.List;
import redis.clients.jedis.RedisClient;

/** The guard of scripts, through Jedis. */
class JedisFenceTest extends RedisFenceTests {
  @Override
  protected Face connect(String url) {
    RedisClient client = RedisClient.create(url);
    return new JedisFace(client, JedisFence.of(client));
  }

  private record JedisFace(RedisClient client, JedisFence fence) implements Face {
    @Override
    public Object eval(
        String lua, String resource, long token, List<String> keys, List<String> arguments) {
      return fence.eval(lua, resource, token, keys, arguments);
    }

    @Override
    public Object eval(
        String lua, String resource, Lease lease, List<String> keys, List<String> arguments) {
      return fence.eval(lua, resource, lease, keys, arguments);
    }

    @Override
    public Object evalShared(
        String lua, String resource, long token, List<String> keys, List<String> arguments) {
      return fence.evalShared(lua, resource, token, keys, arguments);
    }

    @Override
    public Object evalShared(
        String lua, String resource, Lease lease, List<String> keys, List<String> arguments) {
      return fence.evalShared(lua, resource, lease, keys, arguments);
    }

    @Override
    public Face keepMarks(Duration kept) {
      return new JedisFace(client, fence.keepMarks(kept));
    }

    @Override
    public Face keyPrefix(String prefix) {
      return new JedisFace(client, fence.keyPrefix(prefix));
    }

    @Override
    public void close() {
      client.close();
    }
  }
}
