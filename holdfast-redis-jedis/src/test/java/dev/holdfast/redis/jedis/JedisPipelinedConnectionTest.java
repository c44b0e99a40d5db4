package dev.holdfast.redis.jedis;

import dev.holdfast.redis.PipelinedConnection;
import dev.holdfast.redis.PipelinedConnectionTests;
import dev.holdfast.redis.RedisUrl;

class JedisPipelinedConnectionTest extends PipelinedConnectionTests {
  @Override
  protected PipelinedConnection connect(RedisUrl url) {
    return JedisPipelinedConnection.to(url);
  }
}
