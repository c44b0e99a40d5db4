/** Holdfast on Redis over the connection factory of Spring Data Redis. */
module dev.holdfast.redis.spring {
  requires transitive dev.holdfast.core;
  requires static dev.holdfast.redis.jedis;
  requires static dev.holdfast.redis.lettuce;
  requires static org.jspecify;
  requires transitive spring.data.redis;

  exports dev.holdfast.redis.spring;
}
