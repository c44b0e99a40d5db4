/** Holdfast on Redis through Lettuce. */
module dev.holdfast.redis.lettuce {
  requires transitive dev.holdfast.core;
  requires dev.holdfast.redis;
  requires io.netty.common;
  requires transitive lettuce.core;
  requires static org.jspecify;

  exports dev.holdfast.redis.lettuce;

  provides dev.holdfast.spi.StoreProvider with
      dev.holdfast.redis.lettuce.LettuceStoreProvider;
}
