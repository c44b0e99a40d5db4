package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedlockStampTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import org.junit.jupiter.api.Tag;

/** Stamps that are proposed to a member of a quorum, through Lettuce. */
@Tag("rest")
class LettuceRedlockStampTest extends RedlockStampTests {
  @Override
  protected LockStore store(StoreUrl url) {
    return new LettuceStoreProvider().create(url);
  }
}
