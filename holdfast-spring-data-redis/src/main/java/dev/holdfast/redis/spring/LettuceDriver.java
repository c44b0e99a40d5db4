package dev.holdfast.redis.spring;

import dev.holdfast.redis.lettuce.LettuceStore;
import dev.holdfast.spi.LockStore;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Lettuce: the store has connections of its own, not the one that all of Spring shares. */
final class LettuceDriver implements Driver {
  private final LettuceConnectionFactory factory;
  private final @Nullable Duration requestTimeout;

  LettuceDriver(LettuceConnectionFactory factory, @Nullable Duration requestTimeout) {
    this.factory = factory;
    this.requestTimeout = requestTimeout;
  }

  @Override
  public Object client() {
    return factory.getRequiredNativeClient();
  }

  @Override
  public LockStore withKeyPrefix(LockStore store, String prefix) {
    return ((LettuceStore) store).keyPrefix(prefix);
  }

  @Override
  public String artifact() {
    return "holdfast-redis-lettuce";
  }

  @Override
  public LockStore over(Object client) {
    if (client instanceof RedisClusterClient cluster) {
      return requestTimeout == null
          ? LettuceStore.of(cluster)
          : LettuceStore.of(cluster, requestTimeout);
    }
    if (client instanceof RedisClient one) {
      if (!one.getOptions().isAutoReconnect()) {
        throw new IllegalArgumentException(
            "the options of the Lettuce client have autoReconnect(false): locks could not be"
                + " renewed any more after a connection was lost; leave it on in this factory");
      }
      return requestTimeout == null ? LettuceStore.of(one) : LettuceStore.of(one, requestTimeout);
    }
    throw new IllegalArgumentException(
        "Lettuce's " + client.getClass().getName() + " is no client that locks are known to");
  }
}
