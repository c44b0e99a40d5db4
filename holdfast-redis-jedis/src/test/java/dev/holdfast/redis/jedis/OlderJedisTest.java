package dev.holdfast.redis.jedis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.redis.OtherDriver;
import dev.holdfast.servers.RedisCluster;
import dev.holdfast.servers.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The versions of Jedis that applications have because their framework chose them. */
@Tag("rest")
class OlderJedisTest {
  private static RedisServer server;

  @BeforeAll
  static void start() {
    server = RedisServer.started("--requirepass", "secret");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String tour(String version, String what, String url) throws Exception {
    return OtherDriver.present().with("jedis-" + version, "jedis-").run(JedisTour.class, what, url);
  }

  private static String url() {
    return "redis://:secret@127.0.0.1:" + server.port();
  }

  /** That of Spring Boot 3.5, and that of 4.0. */
  @ParameterizedTest
  @CsvSource({"6.0.0,url", "6.0.0,old client", "7.0.0,url", "7.0.0,old client"})
  void oneThatIsTooOldIsRefusedWithARemedy(String version, String what) throws Exception {
    String said = tour(version, what, url());
    assertTrue(said.contains("found Jedis " + version + ", but locks need Jedis 7.2"), said);
    assertTrue(said.contains("name redis.clients:jedis in version 7.2 or later"), said);
    assertTrue(said.contains("holdfast-redis-lettuce"), said);
  }

  /** The oldest that can, and that of Spring Boot 4.1. */
  @ParameterizedTest
  @CsvSource({"7.2.0,url", "7.2.0,client", "7.4.1,url", "7.4.1,client"})
  void oneServerNeedsNoJedis8(String version, String what) throws Exception {
    assertEquals("works", tour(version, what, url()));
  }

  /** Its clients do not show the connections that pushes and shards need. */
  @ParameterizedTest
  @ValueSource(strings = {"7.2.0", "7.4.1"})
  void sentinelsAndClustersNeedJedis8(String version) throws Exception {
    String sentinels = tour(version, "url", "redis+sentinel://127.0.0.1:1/locks");
    assertTrue(sentinels.contains("found Jedis " + version), sentinels);
    assertTrue(sentinels.contains("a RedisSentinelClient need Jedis 8 or later"), sentinels);
    String cluster = tour(version, "cluster", RedisCluster.shared().url());
    assertTrue(cluster.contains("found Jedis " + version), cluster);
    assertTrue(cluster.contains("a RedisClusterClient need Jedis 8 or later"), cluster);
  }

  /** By URL it does not: each server has a client of its own. */
  @ParameterizedTest
  @ValueSource(strings = "7.2.0")
  void aClusterByUrlDoesNot(String version) throws Exception {
    assertEquals("works", tour(version, "url", RedisCluster.shared().url()));
  }
}
