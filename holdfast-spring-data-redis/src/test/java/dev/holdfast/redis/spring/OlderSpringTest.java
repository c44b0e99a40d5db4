package dev.holdfast.redis.spring;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.redis.OtherDriver;
import dev.holdfast.redis.spring.FactoryForTests.Library;
import dev.holdfast.servers.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The Spring Data, Lettuce and Jedis that older versions of Spring Boot choose. */
@Tag("rest")
class OlderSpringTest {
  private static RedisServer server;

  @BeforeAll
  static void start() {
    server = RedisServer.started("--requirepass", "secret");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String tour(String boot, Library library) throws Exception {
    OtherDriver driver =
        boot.equals("3.5")
            ? OtherDriver.present().with("boot-3.5", "spring-", "jedis-", "lettuce-core-")
            : OtherDriver.present().with("boot-4.0", "spring-data-", "jedis-", "lettuce-core-");
    return driver.run(
        SpringTour.class, library.name(), "redis://:secret@127.0.0.1:" + server.port());
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.5", "4.0"})
  void lettuceKeepsLocks(String boot) throws Exception {
    String said = tour(boot, Library.LETTUCE);
    assertTrue(said.endsWith("works"), said);
  }

  @ParameterizedTest
  @CsvSource({"3.5, Jedis 6.0.0", "4.0, Jedis 7.0.0"})
  void jedisIsRefusedWithARemedy(String boot, String found) throws Exception {
    String said = tour(boot, Library.JEDIS);
    assertTrue(said.contains("of " + found + ", not with a client that locks can share"), said);
    assertTrue(said.contains("Jedis 7.2 or later"), said);
    assertTrue(said.contains("dev.holdfast:holdfast-redis-lettuce"), said);
  }
}
