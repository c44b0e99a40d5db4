package dev.holdfast.redis.jedis;

import dev.holdfast.redis.SilenceTests;
import dev.holdfast.redis.internal.port.PushSink;
import redis.clients.jedis.RedisClient;

/** A push connection that falls silent, through Jedis. */
class JedisSilenceTest extends SilenceTests {
  @Override
  protected Runnable subscribe(String url, String channel, long beatMillis, PushSink sink) {
    RedisClient client = RedisClient.create(url);
    JedisPushes pushes = new JedisPushes(client, beatMillis);
    pushes.subscribe(channel, sink);
    return () -> {
      pushes.close();
      client.close();
    };
  }
}
