package dev.holdfast.redis.jedis;

import dev.holdfast.redis.TourForTests;
import dev.holdfast.redis.internal.url.RedisUrl;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import java.net.URI;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.UnifiedJedis;

/** A program that keeps locks through the Jedis that is there, and says how it went. */
final class JedisTour {
  private JedisTour() {}

  /**
   * Does what the first word says.
   *
   * @param args what to do, and a URL
   */
  public static void main(String[] args) throws ReflectiveOperationException, InterruptedException {
    String url = args[1];
    try {
      switch (args[0]) {
        case "url" -> TourForTests.through(new JedisStoreProvider().create(StoreUrl.parse(url)));
        case "client" -> TourForTests.through(Clients.one(url));
        case "cluster" -> TourForTests.through(Clients.cluster(url));
        // By reflection, as it is not public any more in the Jedis that this is compiled with.
        case "old client" ->
            TourForTests.through(
                JedisStore.of(
                    UnifiedJedis.class.getConstructor(URI.class).newInstance(URI.create(url))));
        default -> throw new AssertionError(args[0]);
      }
      System.out.println("works");
    } catch (IllegalArgumentException refused) {
      System.out.println(refused.getMessage());
    }
    System.exit(0);
  }

  /** Apart, since an old Jedis does not have these classes. */
  private static final class Clients {
    private Clients() {}

    static LockStore one(String url) {
      return JedisStore.of(RedisClient.create(URI.create(url)));
    }

    static LockStore cluster(String url) {
      RedisUrl parsed = RedisUrl.parse(StoreUrl.parse(url));
      HostAndPort node = new HostAndPort(parsed.node().host(), parsed.node().port());
      return JedisStore.of(RedisClusterClient.create(java.util.Set.of(node)));
    }
  }
}
