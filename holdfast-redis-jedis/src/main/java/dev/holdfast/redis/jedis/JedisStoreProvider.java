package dev.holdfast.redis.jedis;

import dev.holdfast.redis.internal.url.RedisUrl;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.spi.StoreUrl;

/**
 * {@code redis://[[user]:password@]host[:port][/database][?namespace=…&client=jedis]}, {@code
 * redis+cluster://} and {@code redis+sentinel://}; see {@link RedisUrl}.
 */
public final class JedisStoreProvider implements StoreProvider {
  /** For {@link java.util.ServiceLoader}. */
  public JedisStoreProvider() {}

  @Override
  public boolean accepts(StoreUrl url) {
    return RedisUrl.fits(url, "jedis");
  }

  /** Chosen before other Redis clients. */
  @Override
  public int rank() {
    return 10;
  }

  @Override
  public LockStore create(StoreUrl url) {
    return JedisStore.at(RedisUrl.parse(url));
  }
}
