package dev.holdfast.redis.spring;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Finds out which client library is under a connection factory. */
final class Drivers {
  private Drivers() {}

  static Driver of(RedisConnectionFactory factory, @Nullable Duration requestTimeout) {
    if (factory instanceof LettuceConnectionFactory lettuce) {
      return new LettuceDriver(lettuce, requestTimeout);
    }
    if (factory instanceof JedisConnectionFactory jedis) {
      return new JedisDriver(jedis, requestTimeout);
    }
    // Another one may send a command again on its own, and then a late copy of an acquire could
    // take a lock that no client knows of.
    throw new IllegalArgumentException(
        factory.getClass().getName()
            + " is neither a LettuceConnectionFactory nor a JedisConnectionFactory, and of others"
            + " it is not known whether they send a command twice: hand in the factory behind it,"
            + " or the library's own client to LettuceStore.of or JedisStore.of");
  }
}
