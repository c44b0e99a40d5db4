package dev.holdfast.redis.lettuce;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.holdfast.redis.RedisRefusalTests;
import dev.holdfast.spi.LockStore;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/** Every verb against every refusal, through Lettuce. */
@Tag("rest")
class LettuceRefusalTest extends RedisRefusalTests {
  private RedisClient client;

  @Override
  protected LockStore store(int port, Duration timeout) {
    client = RedisClient.create(RedisURI.create("127.0.0.1", port));
    return LettuceStore.of(client, timeout);
  }

  @AfterEach
  void closeClient() {
    client.shutdown(0, 1_000, MILLISECONDS);
  }
}
