/** Holdfast on Redis through Jedis. */
@SuppressWarnings("module") // the module for Spring is compiled after this
module dev.holdfast.redis.jedis {
  requires transitive dev.holdfast.core;
  requires dev.holdfast.redis;
  requires org.apache.commons.pool2;
  requires static org.jspecify;
  requires transitive redis.clients.jedis;

  exports dev.holdfast.redis.jedis;
  exports dev.holdfast.redis.jedis.internal to
      dev.holdfast.redis.spring;

  provides dev.holdfast.spi.StoreProvider with
      dev.holdfast.redis.jedis.JedisStoreProvider;
}
