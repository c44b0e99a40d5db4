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
import org.junit.jupiter.api.condition.EnabledIf;

/** A cluster, over a factory of Jedis 8: an older one is refused. */
@EnabledIf("dev.holdfast.redis.spring.Jedis8#isPresent")
@Tag("rest")
class SpringJedisClusterTest extends RedisClusterTests {
  /** The other library's tests may have been here, in the same JVM. */
  @BeforeAll
  static void empty() throws IOException {
    RedisCluster.shared().flush();
  }

  @Override
  protected LockStore store(String url) {
    return OwningStore.at(Library.JEDIS, url);
  }

  @Override
  protected AutoCloseable client(List<RedisServer> nodes) {
    return Library.JEDIS.server("redis+cluster://127.0.0.1:" + nodes.get(0).port());
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
