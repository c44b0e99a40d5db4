package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.internal.url.RedisUrl;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.spi.StoreUrl;

/**
 * {@code redis://[[user]:password@]host[:port][/database][?namespace=…&client=lettuce]}, {@code
 * redis+cluster://} and {@code redis+sentinel://}; see {@link RedisUrl}.
 */
public final class LettuceStoreProvider implements StoreProvider {
  /** For {@link java.util.ServiceLoader}. */
  public LettuceStoreProvider() {}

  @Override
  public boolean accepts(StoreUrl url) {
    return RedisUrl.fits(url, "lettuce");
  }

  @Override
  public LockStore create(StoreUrl url) {
    return LettuceStore.at(RedisUrl.parse(url));
  }
}
