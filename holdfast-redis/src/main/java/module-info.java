/** The Redis protocol of Holdfast: scripts, keys, and a port that a Redis client fills. */
@SuppressWarnings("module") // the adapters are compiled after this
module dev.holdfast.redis {
  requires transitive dev.holdfast.core;
  requires static org.jspecify;

  exports dev.holdfast.redis to
      dev.holdfast.redis.jedis,
      dev.holdfast.redis.lettuce;
  exports dev.holdfast.redis.internal.batching to
      dev.holdfast.redis.jedis,
      dev.holdfast.redis.lettuce;
  exports dev.holdfast.redis.internal.cluster to
      dev.holdfast.redis.jedis,
      dev.holdfast.redis.lettuce;
  exports dev.holdfast.redis.internal.port to
      dev.holdfast.redis.jedis,
      dev.holdfast.redis.lettuce;
  exports dev.holdfast.redis.internal.url to
      dev.holdfast.redis.jedis,
      dev.holdfast.redis.lettuce;
}
