package dev.holdfast.redis.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.redis.VerbsForTests;
import dev.holdfast.redis.spring.FactoryForTests.Library;
import dev.holdfast.servers.RedisSentinels;
import dev.holdfast.spi.LockStore;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A factory that names Sentinels: locks are at the master that they name. */
class SpringSentinelTest {
  private final RedisSentinels sentinels = RedisSentinels.shared();

  private FactoryForTests factory(Library library) {
    String nodes = sentinels.url().replaceFirst("^redis[+]sentinel://", "").replaceFirst("/.*", "");
    return library.sentinels(RedisSentinels.MASTER, List.of(nodes.split(",", -1)));
  }

  @Test
  void anOlderJedisIsRefused() {
    assumeFalse(Jedis8.isPresent());
    try (FactoryForTests factory = factory(Library.JEDIS)) {
      IllegalArgumentException refusal =
          assertThrows(
              IllegalArgumentException.class, () -> SpringRedisStore.of(factory.factory()));
      assertTrue(refusal.getMessage().contains("need Jedis 8"), refusal.getMessage());
    }
  }

  @ParameterizedTest
  @EnumSource
  void locksArePassedOnAtTheMaster(Library library) throws IOException {
    assumeTrue(library != Library.JEDIS || Jedis8.isPresent(), "refused with an older Jedis");
    try (FactoryForTests factory = factory(library);
        LockStore store = SpringRedisStore.of(factory.factory());
        VerbsForTests holder = new VerbsForTests(store, "" + library);
        VerbsForTests waiter = new VerbsForTests(store, "" + library)) {
      String held = holder.take("a");
      String next = waiter.join("a");
      assertEquals(
          1L, sentinels.master().ask("EXISTS", "hf1:" + library + ":h:{a}"), "it is at the master");
      assertTrue(holder.release("a", held));
      Awaitility.await()
          .atMost(Duration.ofSeconds(5))
          .until(() -> waiter.listener.granted.contains(next));
      assertTrue(waiter.release("a", next));
    }
  }
}
