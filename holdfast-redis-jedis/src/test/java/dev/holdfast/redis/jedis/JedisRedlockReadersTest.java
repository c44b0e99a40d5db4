package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedlockFixture;
import dev.holdfast.tck.client.ReadersRules;
import dev.holdfast.tck.client.UpgradeRules;
import dev.holdfast.tck.fixture.StoreFixture;
import dev.holdfast.tck.process.ReadersProcessRules;
import org.junit.jupiter.api.Tag;

/** What clients may expect of readers and writers on a quorum of three servers through Jedis. */
@Tag("rest")
class JedisRedlockReadersTest implements ReadersRules, UpgradeRules, ReadersProcessRules {
  @Override
  public StoreFixture fixture() {
    return new RedlockFixture("?client=jedis", true);
  }
}
