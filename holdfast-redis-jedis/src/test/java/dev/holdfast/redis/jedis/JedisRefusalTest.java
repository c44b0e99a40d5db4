package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisRefusalTests;
import dev.holdfast.spi.LockStore;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;

/** Every verb against every refusal, through Jedis. */
class JedisRefusalTest extends RedisRefusalTests {
  private RedisClient client;

  @Override
  protected LockStore store(int port, Duration timeout) {
    int millis = (int) timeout.toMillis();
    ConnectionPoolConfig pool = new ConnectionPoolConfig();
    pool.setMaxWait(timeout);
    client =
        RedisClient.builder()
            .hostAndPort(new HostAndPort("127.0.0.1", port))
            .clientConfig(
                DefaultJedisClientConfig.builder()
                    .connectionTimeoutMillis(millis)
                    .socketTimeoutMillis(millis)
                    .build())
            .poolConfig(pool)
            .build();
    return JedisStore.of(client, timeout.multipliedBy(4));
  }

  @AfterEach
  void closeClient() {
    client.close();
  }
}
