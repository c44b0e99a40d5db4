package dev.holdfast.redis.spring;

import java.util.stream.Stream;
import redis.clients.jedis.RedisSentinelClient;

/** Whether these tests run with Jedis 8, as they do a second time, or with Spring's own version. */
final class Jedis8 {
  private Jedis8() {}

  static boolean isPresent() {
    return Stream.of(RedisSentinelClient.class.getMethods())
        .anyMatch(method -> method.getName().equals("getPrimaryNodesConnectionMap"));
  }
}
