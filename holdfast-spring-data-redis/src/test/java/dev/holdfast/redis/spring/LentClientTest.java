package dev.holdfast.redis.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.redis.spring.FactoryForTests.Library;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.servers.RespConnection;
import dev.holdfast.spi.LockStore;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The factory stays its owner's, and the store leaves nothing at the server. */
class LentClientTest {
  @ParameterizedTest
  @EnumSource
  void closingEndsWhatTheStoreOpenedAndNothingElse(Library library) throws Exception {
    try (RedisServer server = RedisServer.started();
        RespConnection witness = server.client();
        FactoryForTests factory = library.server(server.url())) {
      StringRedisTemplate template = new StringRedisTemplate(factory.factory());
      template.opsForValue().set("mine", "value");
      long before = connections(witness);
      LockStore store = SpringRedisStore.of(template);
      try (Holdfast client = Holdfast.over(store);
          Lease lease = client.mutex("a").acquire()) {
        assertTrue(lease.isHeld());
        assertEquals("value", template.opsForValue().get("mine"));
      }
      store.close();
      assertEquals("PONG", factory.ping());
      assertEquals("value", template.opsForValue().get("mine"));
      Awaitility.await()
          .atMost(Duration.ofSeconds(3))
          .untilAsserted(
              () -> {
                assertEquals(0, subscribers(witness));
                // Jedis keeps in its own pool what was borrowed.
                assertTrue(library == Library.JEDIS || connections(witness) == before);
              });
    }
  }

  @ParameterizedTest
  @EnumSource
  void aPrefixStandsBeforeAllKeys(Library library) throws Exception {
    RedisServer server = RedisServer.shared();
    try (FactoryForTests factory = library.server(server.url());
        LockStore store =
            SpringRedisStore.of(factory.factory()).keyPrefix("a:").keyPrefix("tenant42:");
        Holdfast client = Holdfast.over(store);
        Lease lease = client.mutex("prefixed").acquire()) {
      assertTrue(lease.isHeld());
      assertEquals(List.of("tenant42:hf1::h:{prefixed}"), server.ask("KEYS", "*hf1::h:{prefixed}"));
      assertThrows(
          IllegalArgumentException.class,
          () -> SpringRedisStore.of(factory.factory()).keyPrefix("{"));
    }
  }

  private static long connections(RespConnection witness) {
    return witness.ask("CLIENT", "LIST").toString().lines().count();
  }

  private static long subscribers(RespConnection witness) {
    return witness.ask("CLIENT", "LIST", "TYPE", "PUBSUB").toString().lines().count();
  }
}
