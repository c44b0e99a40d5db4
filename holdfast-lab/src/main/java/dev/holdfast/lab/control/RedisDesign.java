package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Surroundings;
import java.time.Duration;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.SetParams;

/** What designs on a Redis server share: a client of it, and a key for each name. */
abstract class RedisDesign implements Design {
  final RedisClient redis;
  final Duration lease;
  private final String prefix;

  RedisDesign(Surroundings s) {
    redis = RedisClient.create(s.host(), s.port());
    lease = s.lease();
    prefix = s.namespace() + ":";
  }

  final String key(String name) {
    return prefix + name;
  }

  /** {@code SETNX}: whether there was no such key. */
  final boolean setIfAbsent(String key, String value) {
    return redis.set(key, value, SetParams.setParams().nx()) != null;
  }

  @Override
  public void close() {
    redis.close();
  }
}
