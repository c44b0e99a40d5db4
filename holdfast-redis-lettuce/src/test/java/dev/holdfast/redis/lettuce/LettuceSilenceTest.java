package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.SilenceTests;
import dev.holdfast.redis.internal.port.PushSink;
import io.lettuce.core.RedisClient;

/** A push connection that falls silent, through Lettuce. */
class LettuceSilenceTest extends SilenceTests {
  @Override
  protected Runnable subscribe(String url, String channel, long beatMillis, PushSink sink) {
    RedisClient client = RedisClient.create(url);
    LettucePushes pushes = new LettucePushes(client, beatMillis);
    pushes.subscribe(channel, sink);
    return () -> {
      pushes.close();
      client.close();
    };
  }
}
