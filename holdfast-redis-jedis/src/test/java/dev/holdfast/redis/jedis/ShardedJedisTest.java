package dev.holdfast.redis.jedis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.shards.ShardedStore;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Names spread over two servers, of which one stops: a store that blocks. */
class ShardedJedisTest {
  private static final Duration LEASE = Duration.ofSeconds(2);

  private static LockStore store(RedisServer server) {
    return new JedisStoreProvider().create(StoreUrl.parse(server.url()));
  }

  private static List<String> names(LockStore store) {
    try (Holdfast looker = Holdfast.over(store)) {
      return looker.names(100).stream().filter(name -> name.startsWith("n")).toList();
    }
  }

  @Test
  void aServerThatStopsTakesItsOwnNamesAlone() throws Exception {
    try (RedisServer first = RedisServer.started();
        RedisServer second = RedisServer.started();
        LockStore one = store(first);
        LockStore two = store(second);
        Holdfast holdfast =
            Holdfast.builder(ShardedStore.of(Map.of("one", one, "two", two)))
                .options(LockOptions.defaults().lease(LEASE))
                .closeTimeout(Duration.ofMillis(100))
                .build()) {
      Map<String, Lease> leases = new HashMap<>();
      for (int i = 0; i < 16; i++) {
        leases.put("n" + i, holdfast.mutex("n" + i).acquire());
      }
      List<String> here = names(one);
      List<String> there = names(two);
      assertEquals(16, here.size() + there.size());
      assertTrue(here.size() > 2 && there.size() > 2, () -> here + " and " + there);
      assertThrows(
          StoreException.class, () -> Holdfast.over(ShardedStore.of(List.of(one, two))).close());

      second.pause();
      Awaitility.await()
          .atMost(Duration.ofSeconds(10))
          .until(() -> there.stream().noneMatch(name -> leases.get(name).isHeld()));
      // Each of these has been renewed several times meanwhile, beside renewals that hang.
      Awaitility.await()
          .during(LEASE)
          .until(() -> here.stream().allMatch(name -> leases.get(name).isHeld()));
      here.forEach(name -> leases.get(name).release());
      second.resume();
    }
  }
}
