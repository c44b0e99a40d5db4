package dev.holdfast.redis.jedis;

import dev.holdfast.redis.PipelinedConnectionTests;
import dev.holdfast.redis.internal.port.PipelinedConnection;
import dev.holdfast.redis.internal.url.RedisUrl;

class JedisPipelinedConnectionTest extends PipelinedConnectionTests {
  @Override
  protected PipelinedConnection connect(RedisUrl url) {
    return JedisPipelinedConnection.to(url);
  }
}
