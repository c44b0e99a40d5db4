package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisUrl;
import dev.holdfast.redis.Wire;
import dev.holdfast.redis.WireTests;

class JedisWireTest extends WireTests {
  @Override
  protected Wire connect(RedisUrl url) {
    return JedisWire.to(url);
  }
}
