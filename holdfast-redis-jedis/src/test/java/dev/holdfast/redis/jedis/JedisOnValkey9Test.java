package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisFixture;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.StoreUrl;
import dev.holdfast.tck.fixture.StoreFixture;
import dev.holdfast.tck.store.AcquireRules;
import dev.holdfast.tck.store.CountedRules;
import dev.holdfast.tck.store.DeadWaiterRules;
import dev.holdfast.tck.store.FencingRules;
import dev.holdfast.tck.store.NameRules;
import dev.holdfast.tck.store.PushRules;
import dev.holdfast.tck.store.ReleaseRules;
import dev.holdfast.tck.store.RenewRules;
import dev.holdfast.tck.store.SeveralRules;
import dev.holdfast.tck.store.SharedRules;
import dev.holdfast.tck.store.WaitingRules;
import org.junit.jupiter.api.Tag;

/**
 * What every verb promises, on Valkey 9 through Jedis: the part of the kit that depends on the
 * server. {@code holdfast-redis/versions} runs the whole.
 */
@Tag("rest")
class JedisOnValkey9Test
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
        RedisServer.shared("forky/valkey-server"),
        url -> new JedisStoreProvider().create(StoreUrl.parse(url)),
        "?client=jedis");
  }
}
