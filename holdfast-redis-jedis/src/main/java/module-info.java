/** Holdfast on Redis through Jedis. */
module dev.holdfast.redis.jedis {
  requires transitive dev.holdfast.core;
  requires dev.holdfast.redis;
  requires static org.jspecify;
  requires transitive redis.clients.jedis;

  exports dev.holdfast.redis.jedis;

  provides dev.holdfast.spi.StoreProvider with
      dev.holdfast.redis.jedis.JedisStoreProvider;
}
