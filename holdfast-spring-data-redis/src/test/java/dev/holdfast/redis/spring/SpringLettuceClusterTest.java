package dev.holdfast.redis.spring;

import dev.holdfast.redis.RedisClusterTests;
import dev.holdfast.redis.spring.FactoryForTests.Library;
import dev.holdfast.servers.RedisCluster;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.LockStore;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** A cluster, over a factory of Lettuce. */
@Tag("rest")
class SpringLettuceClusterTest extends RedisClusterTests {
  /** The other library's tests may have been here, in the same JVM. */
  @BeforeAll
  static void empty() throws IOException {
    RedisCluster.shared().flush();
  }

  @Override
  protected LockStore store(String url) {
    return OwningStore.at(Library.LETTUCE, url);
  }

  @Override
  protected AutoCloseable client(List<RedisServer> nodes) {
    return Library.LETTUCE.server("redis+cluster://127.0.0.1:" + nodes.get(0).port());
  }

  @Override
  protected LockStore over(AutoCloseable client) {
    return SpringRedisStore.of(((FactoryForTests) client).factory());
  }

  @Override
  protected boolean works(AutoCloseable client) {
    return "PONG".equals(((FactoryForTests) client).ping());
  }
}
