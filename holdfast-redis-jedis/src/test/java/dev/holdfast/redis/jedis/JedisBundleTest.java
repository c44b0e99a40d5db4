package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisBundleTests;
import dev.holdfast.redis.internal.port.RedisPort;
import redis.clients.jedis.RedisClient;

/** Calls that share a script, through Jedis. */
class JedisBundleTest extends RedisBundleTests {
  @Override
  protected RedisPort port(String url) {
    return JedisPort.owned(RedisClient.create(url));
  }
}
