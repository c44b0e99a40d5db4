package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedlockStampTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** Stamps that are proposed to a member of a quorum, through Lettuce. */
class LettuceRedlockStampTest extends RedlockStampTests {
  @Override
  protected LockStore store(StoreUrl url) {
    return new LettuceStoreProvider().create(url);
  }
}
