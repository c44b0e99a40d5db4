package dev.holdfast.redis.lettuce;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.redis.OtherDriver;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.servers.RespConnection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The versions of Lettuce that applications have because their framework chose them, each over the
 * Netty that comes with it: by a URL with user and password, with a password alone, and through a
 * client that was handed in.
 */
@Tag("rest")
class OlderLettuceTest {
  private static RedisServer server;

  @BeforeAll
  static void start() throws Exception {
    server = RedisServer.started("--requirepass", "secret");
    try (RespConnection root = server.client()) {
      root.ask("AUTH", "secret");
      root.ask("ACL", "SETUSER", "locks", "on", ">other", "+@all", "allkeys", "allchannels");
    }
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "6.5.5, netty-4.1, :secret@", // the oldest that is supported
    "6.6.0, netty-4.1, :secret@", // Spring Boot 3.5
    "6.8.2, netty-4.1, locks:other@", // as it comes
    "6.8.2, , :secret@", // Spring Boot 4.0, with Netty 4.2
  })
  void locksAreKeptThroughIt(String version, String netty, String access) throws Exception {
    OtherDriver driver = OtherDriver.present().with("lettuce-" + version, "lettuce-core-");
    if (netty != null) {
      driver = driver.with(netty, "netty-");
    }
    String said = driver.run(LettuceTour.class, "redis://" + access + "127.0.0.1:" + server.port());
    assertTrue(said.endsWith("works"), said);
  }
}
