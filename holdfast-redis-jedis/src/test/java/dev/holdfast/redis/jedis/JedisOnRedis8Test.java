package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisFixture;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.StoreUrl;
import dev.holdfast.tck.AcquireRules;
import dev.holdfast.tck.CountedRules;
import dev.holdfast.tck.DeadWaiterRules;
import dev.holdfast.tck.FencingRules;
import dev.holdfast.tck.NameRules;
import dev.holdfast.tck.PushRules;
import dev.holdfast.tck.ReleaseRules;
import dev.holdfast.tck.RenewRules;
import dev.holdfast.tck.SeveralRules;
import dev.holdfast.tck.SharedRules;
import dev.holdfast.tck.StoreFixture;
import dev.holdfast.tck.WaitingRules;
import org.junit.jupiter.api.Tag;

/**
 * What every verb promises, on Redis 8 through Jedis: the part of the kit that depends on the
 * server. {@code holdfast-redis/versions} runs the whole.
 */
@Tag("rest")
class JedisOnRedis8Test
    implements AcquireRules,
        NameRules,
        RenewRules,
        ReleaseRules,
        FencingRules,
        WaitingRules,
        DeadWaiterRules,
        PushRules,
        SharedRules,
        CountedRules,
        SeveralRules {
  @Override
  public StoreFixture fixture() {
    return new RedisFixture(
        RedisServer.shared("trixie/redis-server"),
        url -> new JedisStoreProvider().create(StoreUrl.parse(url)),
        "?client=jedis");
  }
}
