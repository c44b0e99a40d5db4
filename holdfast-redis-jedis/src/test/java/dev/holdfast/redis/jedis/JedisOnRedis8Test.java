package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisFixture;
import dev.holdfast.redis.ServerRules;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.tck.fixture.StoreFixture;
import org.junit.jupiter.api.Tag;

/**
 * What every verb promises, on Redis 8 through Jedis: the part of the kit that depends on the
 * server. {@code holdfast-redis/versions} runs the whole.
 */
@Tag("rest")
class JedisOnRedis8Test implements ServerRules {
  @Override
  public StoreFixture fixture() {
    return RedisFixture.server(RedisServer.shared("trixie/redis-server"), "?client=jedis");
  }
}
